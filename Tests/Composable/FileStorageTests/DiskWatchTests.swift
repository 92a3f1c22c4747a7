import ConcurrencyExtras
import FileStorage
import Foundation
import Testing

/// Events that the system's watching must not miss.
@Suite(.timeLimit(.minutes(10)))
struct DiskWatchTests {
  private let room: Room
  private let files = FileStorage.fileSystem
  private let manager = FileManager.default

  init() throws { room = try Room() }

  @Test("KEY-19 Changes that other programs make are seen: in place, by replacing, by moving away")
  func others() async throws {
    let url = room.file("a")
    try files.write("x", to: url)
    var changes = files.changes(of: url).makeAsyncIterator()
    let handle = try FileHandle(forWritingTo: url)
    try handle.write(contentsOf: Data("in place".utf8))
    try handle.close()
    try await changes.waitFor(files.stamp(of: url))
    try Data("replaced".utf8).write(to: url, options: .atomic)
    try await changes.waitFor(files.stamp(of: url))
    try manager.moveItem(at: url, to: room.file("b"))
    #expect(try await changes.next() == .missing)
    try manager.moveItem(at: room.file("b"), to: url)
    try await changes.waitFor(files.stamp(of: url))
    try manager.removeItem(at: url)
    try manager.linkItem(at: linkable(), to: url)
    try await changes.waitFor(files.stamp(of: url))
  }

  private func linkable() throws -> URL {
    try files.write("second name", to: room.file("c"))
    return room.file("c")
  }

  @Test("A new file is reported when it is complete")
  func inTheMaking() async throws {
    let url = room.file("a")
    var changes = files.changes(of: url).makeAsyncIterator()
    try #require(manager.createFile(atPath: room.file("other").path, contents: nil))
    let descriptor = open(url.path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
    try #require(descriptor >= 0)
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try handle.write(contentsOf: Data("first half, ".utf8))
    try handle.write(contentsOf: Data("second half".utf8))
    try handle.close()
    #expect(try await changes.next() == files.stamp(of: url))
  }

  @Test("A folder that is removed, moved or created again is followed")
  func folders() async throws {
    let url = room.file("x/y/a")
    try files.write("one", to: url)
    var changes = files.changes(of: url).makeAsyncIterator()
    try manager.removeItem(at: room.file("x"))
    try await changes.waitFor(.missing)
    try await changes.waitFor(files.write("two", to: url))
    try manager.moveItem(at: room.file("x/y"), to: room.file("away"))
    try await changes.waitFor(.missing)
    // The folder's new location is not watched.
    try files.write("elsewhere", to: room.file("away/a"))
    try await changes.waitFor(files.write("three", to: url))
    try manager.removeItem(at: room.file("x/y"))
    try await changes.waitFor(.missing)
    try manager.moveItem(at: room.file("away"), to: room.file("x/y"))
    try await changes.waitFor(files.stamp(of: url))
    #expect(try files.text(url) == "elsewhere")
  }

  @Test("A linked file is watched at its target, and so is the link")
  func links() async throws {
    let link = room.file("link")
    let first = try files.write("one", to: room.file("a/file"))
    let second = try files.write("two", to: room.file("b/file"))
    try manager.createSymbolicLink(atPath: link.path, withDestinationPath: "a/file")
    var changes = files.changes(of: link, since: first).makeAsyncIterator()
    let third = try files.write("three", to: room.file("a/file"))
    #expect(try await changes.next() == third)
    try manager.removeItem(at: link)
    try manager.createSymbolicLink(atPath: link.path, withDestinationPath: "b/file")
    try await changes.waitFor(second)
    try await changes.waitFor(files.write("four", to: room.file("b/file")))
  }

  @Test("A change is seen even if the system's queue overflows")
  func overflow() async throws {
    let limit = try String(
      contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
    let size = try #require(Int(limit.trimmingCharacters(in: .whitespacesAndNewlines)))
    let url = room.file("a")
    let (entered, hasEntered) = AsyncStream<Void>.makeStream()
    let leave = DispatchSemaphore(value: 0)
    let isFirst = LockIsolated(true)
    // While a watcher is called, nothing is taken off the queue.
    let blocker = try files.subscribe(to: room.file("blocker")) { _ in
      guard
        isFirst.withValue({ first in
          defer { first = false }; return first
        })
      else { return }
      hasEntered.finish()
      leave.wait()
    }
    var changes = files.changes(of: url).makeAsyncIterator()
    try files.write("x", to: room.file("blocker"))
    for await _ in entered {}
    // Each makes events for two names; events that are alike and follow each other are one.
    for number in 0...size / 2 {
      let path = room.file("noise-\(number % 2)").path
      try #require(mknod(path, S_IFREG | 0o600, 0) == 0)
      try #require(unlink(path) == 0)
    }
    let stamp = try files.write("lost among them", to: url)
    leave.signal()
    try await changes.waitFor(stamp)
    blocker.cancel()
  }
}
