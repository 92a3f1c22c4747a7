import ConcurrencyExtras
import Testing

@Suite("Tasks and results")
struct TaskTests {
  struct Stop: Error, Equatable {}

  @Test("Canceling a task that awaits a cancelable value cancels its task")
  func cancellableValue() async throws {
    let inner = Task {
      try? await Task.never()
      return Task.isCancelled
    }
    let outer = Task { await inner.cancellableValue }
    outer.cancel()
    #expect(await outer.value)

    let throwing = Task<Int, any Error> {
      try await Task.never()
    }
    let waiting = Task { try await throwing.cancellableValue }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(try await Task<Int, any Error> { 1 }.cancellableValue == 1)
  }

  @Test("A task that waits forever stands for one of any type of value")
  func never() async throws {
    let fetch: @Sendable (Int) async throws -> String = { _ in
      try await Task<String, Never>.never()
    }
    let task = Task { try await fetch(1) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    let count: @Sendable () async throws -> Int = { try await Task.never() }
    let other = Task { try await count() }
    other.cancel()
    await #expect(throws: CancellationError.self) { try await other.value }
  }

  @Test("A result captures an asynchronous return value or typed error")
  func result() async {
    @Sendable func load(_ fails: Bool) async throws(Stop) -> Int {
      await Task.yield()
      if fails { throw Stop() }
      return 1
    }
    let success: Result<Int, Stop> = await Result { () async throws(Stop) in try await load(false) }
    let failure: Result<Int, Stop> = await Result { () async throws(Stop) in try await load(true) }
    #expect(success == .success(1))
    #expect(failure == .failure(Stop()))
    let untyped: Result<Int, any Error> = await Result { try await load(true) }
    #expect(throws: Stop.self) { try untyped.get() }
  }

  @Test("A result can be made of code that stays on the main actor")
  @MainActor
  func resultOnActor() async {
    var count = 0
    let result = await Result {
      count += 1
      await Task.yield()
      return count
    }
    #expect(result.get() == 1)
  }
}
