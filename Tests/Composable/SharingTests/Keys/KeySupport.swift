import ConcurrencyExtras
import FileStorage
import Foundation
import POSIX
import Sharing
import TestPrograms
import Testing

/// A folder of the test's own, removed when the test is done.
final class Room: Sendable {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(component: "sharing-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func file(_ name: String) -> URL { folder.appending(path: name) }

  /// The names in the folder but for those of locks.
  var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { !$0.hasSuffix(".lock") }.sorted()
    }
  }
}

/// The same value under another identity: a second shared value for it, as in another process.
struct Elsewhere<Base: SharedKey>: SharedKey {
  let base: Base
  var name = "elsewhere"

  struct ID: Hashable {
    let name: String
    let base: Base.ID
  }

  var id: ID { ID(name: name, base: base.id) }

  func load(context: LoadContext<Base.Value>, continuation: LoadContinuation<Base.Value>) {
    base.load(context: context, continuation: continuation)
  }

  func subscribe(
    context: LoadContext<Base.Value>, subscriber: SharedSubscriber<Base.Value>
  ) -> SharedSubscription {
    base.subscribe(context: context, subscriber: subscriber)
  }

  func save(_ value: Base.Value, context: SaveContext, continuation: SaveContinuation) {
    base.save(value, context: context, continuation: continuation)
  }
}

/// A store that is none of ours, and keeps its hands off the user's files.
final class PlainDefaults: UserDefaults {
  var values: [String: Any] = [:]

  override func object(forKey defaultName: String) -> Any? { values[defaultName] }

  override func set(_ value: Any?, forKey defaultName: String) { values[defaultName] = value }
}

extension FileStorage {
  func text(_ url: URL) throws -> String? {
    try read(url).data.map { String(decoding: $0, as: UTF8.self) }
  }

  @discardableResult
  func write(_ text: String, to url: URL) throws -> FileStamp {
    try write(Data(text.utf8), to: url)
  }
}

/// Files in memory that can be changed without notifying watchers, like a write by another process
/// that was not noticed yet.
struct MemoryFiles: Sendable {
  private let box = LockIsolated<[URL: Data]>([:])
  let storage: FileStorage

  init() { storage = .inMemory(fileSystem: box) }

  func writeUnheard(_ text: String, to url: URL) {
    box.withLock { $0[url] = Data(text.utf8) }
  }

  func removeUnheard(_ url: URL) {
    box.withLock { $0[url] = nil }
  }

  var names: [String] { box.value.keys.map(\.lastPathComponent).sorted() }
}

/// Runs code in a separate process and returns its output.
func sharingFaults(_ arguments: String...) async throws -> String {
  try await onOwnThread("faults") {
    try runProgram(builtProgram("SharingFaults"), arguments).output
  }
}
