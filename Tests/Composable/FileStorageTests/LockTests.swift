import ConcurrencyExtras
import FileStorage
import Foundation
import Testing

/// Locks, on disk and in memory alike.
@Suite(.timeLimit(.minutes(10)))
struct LockTests {
  private let room: Room

  init() throws { room = try Room() }

  /// Holds a file's lock with a thread until the semaphore is signaled.
  private func hold(_ url: URL, in files: FileStorage) async -> DispatchSemaphore {
    let leave = DispatchSemaphore(value: 0)
    let (held, continuation) = AsyncStream<Void>.makeStream()
    let holder = Thread {
      try? files.withLock(on: url) {
        continuation.finish()
        leave.wait()
      }
    }
    holder.start()
    for await _ in held {}
    return leave
  }

  @Test("Increments of tasks and threads are all counted", arguments: Kind.allCases)
  func increments(_ kind: Kind) async throws {
    let files = kind.storage
    let url = room.file("new/counter")
    @Sendable func increment() throws {
      let number = Int(try files.text(url) ?? "0") ?? 0
      try files.write("\(number + 1)", to: url)
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<60 {
        group.addTask {
          if number.isMultiple(of: 2) {
            try await files.withLock(on: url) { try increment() }
          } else {
            try Result { try files.withLock(on: url, increment) }.get()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try files.text(url) == "60")
  }

  @Test(
    "The body's result and errors are returned, and the lock is released",
    arguments: Kind.allCases)
  func results(_ kind: Kind) async throws {
    struct Failure: Error {}
    let files = kind.storage
    let url = room.file("a")
    #expect(try await files.withLock(on: url) { 42 } == 42)
    await #expect(throws: Failure.self) {
      try await files.withLock(on: url) { throw Failure() }
    }
    #expect(try await files.withLock(on: url) { 43 } == 43)
  }

  @Test(
    "Requesting another lock under a lock is reported instead of deadlocking",
    arguments: Kind.allCases)
  func nested(_ kind: Kind) async throws {
    let files = kind.storage
    try await files.withLock(on: room.file("a")) {
      expectFailure(.nestedLock) { try files.withLock(on: room.file("a")) {} }
      expectFailure(.nestedLock) { try files.withLock(on: room.file("b")) {} }
    }
    try await files.withLock(on: room.file("b")) {}
  }

  @Test("A task that waits for a lock can be canceled", arguments: Kind.allCases)
  func cancellation(_ kind: Kind) async throws {
    let files = kind.storage
    let url = room.file("a")
    let leave = await hold(url, in: files)
    let ran = LockIsolated(false)
    let waiting = Task { try await files.withLock(on: url) { ran.setValue(true) } }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    leave.signal()
    try await files.withLock(on: url) {}
    #expect(!ran.value)
  }

  @MainActor
  @Test(
    "A task of an actor does not hold a lock that the actor waits for", arguments: Kind.allCases)
  func actor(_ kind: Kind) async throws {
    let files = kind.storage
    let url = room.file("a")
    for _ in 0..<100 {
      let leave = await hold(url, in: files)
      let waiting = Task { try await files.withLock(on: url) {} }
      await Task.yield()
      leave.signal()
      try Result { try files.withLock(on: url) {} }.get()
      try await waiting.value
    }
  }

  @Test("Locks of different files do not wait for each other", arguments: Kind.allCases)
  func independent(_ kind: Kind) async throws {
    let files = kind.storage
    let leave = await hold(room.file("a"), in: files)
    #expect(try await files.withLock(on: room.file("b")) { true })
    leave.signal()
  }
}
