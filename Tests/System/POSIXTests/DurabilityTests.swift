import ConcurrencyExtras
import Foundation
import POSIX
import Testing

/// The calls that were seen, with the paths below a test's folder.
private final class Calls: Sendable {
  private let folder: String
  private let seen = Mutex<[SystemCall]>([])

  init(below folder: URL) { self.folder = folder.path }

  var all: [String] {
    seen.withLock { $0 }.map { call in
      switch call {
      case .made(let folder): "made \(short(folder))"
      case .moved(let old, let new): "moved \(short(old)) to \(short(new))"
      case .named(let path): "named \(short(path))"
      case .synced(let path, _): "synced \(short(path))"
      }
    }
  }

  func watch<Value>(_ work: () throws -> Value) rethrows -> Value {
    try SystemCall.$observer.withValue(.init { call in self.seen.withLock { $0.append(call) } }) {
      try work()
    }
  }

  private func short(_ path: String) -> String {
    path == folder ? "." : path.replacingOccurrences(of: folder + "/", with: "")
  }
}

struct DurabilityTests {
  private let root: URL
  private let calls: Calls

  init() throws {
    let root = FileManager.default.temporaryDirectory
      .appendingPathComponent("posix-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    self.root = root
    calls = Calls(below: root)
  }

  private func path(_ name: String) -> String { root.appendingPathComponent(name).path }
  private func clean() { try? FileManager.default.removeItem(at: root) }

  @Test("A durable move syncs the file, renames it, and syncs both folders")
  func moving() throws {
    defer { clean() }
    for folder in ["drafts", "audio"] { try makeFolder(path(folder)) }
    try Data("sound".utf8).write(to: root.appendingPathComponent("drafts/a"))
    try calls.watch { try moveDurably(path("drafts/a"), to: path("audio/b")) }
    #expect(
      calls.all == [
        "synced drafts/a", "moved drafts/a to audio/b", "synced audio", "synced drafts",
      ])
    #expect(try String(contentsOfFile: path("audio/b"), encoding: .utf8) == "sound")
    #expect(!FileManager.default.fileExists(atPath: path("drafts/a")))
  }

  @Test("A durable move within a folder syncs that once")
  func movingWithin() throws {
    defer { clean() }
    try Data().write(to: root.appendingPathComponent("a"))
    try calls.watch { try moveDurably(path("a"), to: path("b")) }
    #expect(calls.all == ["synced a", "moved a to b", "synced ."])
  }

  @Test("A durable move replaces nothing, and a failed one leaves the file")
  func movingOnto() throws {
    defer { clean() }
    for name in ["a", "b"] { try Data(name.utf8).write(to: root.appendingPathComponent(name)) }
    #expect(throws: SystemError(code: EEXIST)) { try moveDurably(path("a"), to: path("b")) }
    #expect(throws: SystemError(code: ENOENT)) { try moveDurably(path("a"), to: path("no/b")) }
    #expect(throws: SystemError(code: ENOENT)) { try moveDurably(path("c"), to: path("d")) }
    #expect(try String(contentsOfFile: path("a"), encoding: .utf8) == "a")
    #expect(try String(contentsOfFile: path("b"), encoding: .utf8) == "b")
  }

  @Test("Each created folder is synced into its parent before the next is created")
  func folders() throws {
    defer { clean() }
    try calls.watch { try makeFolder(path("a/b/c"), mode: 0o700) }
    #expect(
      calls.all == [
        "made a", "synced .", "made a/b", "synced a", "made a/b/c", "synced a/b",
      ])
    var status = stat()
    #expect(stat(path("a/b/c"), &status) == 0 && status.st_mode & 0o7777 == 0o700)
    try calls.watch { try makeFolder(path("a/b/c")) }
    #expect(calls.all.count == 6)
  }

  @Test("A folder is not created in place of a file")
  func foldersInTheWay() throws {
    defer { clean() }
    try Data().write(to: root.appendingPathComponent("file"))
    symlink("nowhere", path("link"))
    #expect(throws: SystemError(code: ENOTDIR)) { try makeFolder(path("file")) }
    #expect(throws: SystemError(code: ENOTDIR)) { try makeFolder(path("file/below")) }
    #expect(throws: SystemError(code: ENOENT)) { try makeFolder(path("link")) }
  }

  @Test("Redundant slashes do not matter when creating a folder")
  func slashes() throws {
    defer { clean() }
    try makeFolder(path("a") + "//b///")
    #expect(FileManager.default.fileExists(atPath: path("a/b")))
    try makeFolder("/")
    try makeFolder(".")
  }

  @Test("Calls of a new thread are intercepted, too")
  func threads() async throws {
    defer { clean() }
    let path = path("a")
    let (calls, observer) = (calls, SystemCall.observer)
    #expect(observer == nil)
    let work = calls.watch { Task { try await onOwnThread("maker") { try makeFolder(path) } } }
    try await work.value
    #expect(calls.all == ["made a", "synced ."])
  }
}
