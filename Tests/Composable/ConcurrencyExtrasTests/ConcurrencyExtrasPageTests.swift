import ConcurrencyExtras
import Testing

/// The examples of the module's page.
@Suite("The page of ConcurrencyExtras")
struct ConcurrencyExtrasPageTests {
  @Test func serial() async {
    await withMainSerialExecutor {
      let log = LockIsolated<[Int]>([])
      let tasks = (1...3).map { number in
        Task { log.withValue { $0.append(number) } }
      }
      for task in tasks { await task.value }
      #expect(log.value == [1, 2, 3])
    }
  }

  @Test func streams() async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let doubled = stream.map { $0 * 2 }.eraseToStream()
    continuation.yield(21)
    continuation.finish()
    #expect(await doubled.first { _ in true } == 42)
  }
}
