import Dispatch
import FileStorage
import Foundation
import POSIX
import Testing

/// Locks, on disk and in memory alike.
@Suite(.timeLimit(.minutes(10)))
struct LockTests {
  private let room: Room

  init() throws { room = try Room() }

  @Test("Increments of several threads are all counted", arguments: Kind.allCases)
  func increments(_ kind: Kind) async throws {
    let files = kind.storage
    let url = room.file("new/counter")
    @Sendable func increment() throws {
      let number = Int(try files.text(url) ?? "0") ?? 0
      try files.write("\(number + 1)", to: url)
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<60 {
        group.addTask { try files.withLock(on: url, increment) }
      }
      try await group.waitForAll()
    }
    #expect(try files.text(url) == "60")
  }

  @Test(
    "The body's result and errors are returned, and the lock is released",
    arguments: Kind.allCases)
  func results(_ kind: Kind) throws {
    struct Failure: Error {}
    let files = kind.storage
    let url = room.file("a")
    #expect(try files.withLock(on: url) { 42 } == 42)
    #expect(throws: Failure.self) {
      try files.withLock(on: url) { throw Failure() }
    }
    #expect(try files.withLock(on: url) { 43 } == 43)
  }

  @Test(
    "Requesting another lock under a lock is reported instead of deadlocking",
    arguments: Kind.allCases)
  func nested(_ kind: Kind) throws {
    let files = kind.storage
    try files.withLock(on: room.file("a")) {
      expectFailure(.nestedLock) { try files.withLock(on: room.file("a")) {} }
      expectFailure(.nestedLock) { try files.withLock(on: room.file("b")) {} }
    }
    try files.withLock(on: room.file("b")) {}
  }

  @Test("Locks of different files do not wait for each other", arguments: Kind.allCases)
  func independent(_ kind: Kind) async throws {
    let files = kind.storage
    let leave = DispatchSemaphore(value: 0)
    let (held, continuation) = AsyncStream<Void>.makeStream()
    let holder = Task { [room] in
      try await onOwnThread("holder") {
        defer { continuation.finish() }
        try files.withLock(on: room.file("a")) {
          continuation.finish()
          leave.wait()
        }
      }
    }
    for await _ in held {}
    #expect(try files.withLock(on: room.file("b")) { true })
    leave.signal()
    try await holder.value
  }
}
