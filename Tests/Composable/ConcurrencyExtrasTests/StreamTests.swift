import ConcurrencyExtras
import Testing

@Suite("Streams")
struct StreamTests {
  struct Stop: Error {}

  @Test("CLI-02 A throwing stream and its continuation are created without naming the error")
  func makeStream() async throws {
    let stream = AsyncThrowingStream.makeStream(of: Bool.self)
    stream.continuation.yield(true)
    #expect(try await stream.stream.first { _ in true } == true)
    stream.continuation.finish(throwing: Stop())
    await #expect(throws: Stop.self) {
      for try await _ in stream.stream {}
    }
    let void = AsyncThrowingStream.makeStream(of: Void.self)
    void.continuation.finish()
    for try await _ in void.stream { Issue.record("There is no element.") }
  }

  @Test("CLI-04 A stream and its continuation are created from the stream's type")
  func makePlainStream() async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    continuation.yield(1)
    continuation.finish()
    #expect(await Array(collecting: stream) == [1])
  }

  @Test("CLI-03 Finished streams end at once, with their error if any")
  func finished() async throws {
    let endpoint: @Sendable (Int) -> AsyncThrowingStream<Int, any Error> = { _ in .finished() }
    for try await _ in endpoint(1) { Issue.record("There is no element.") }
    let plain: @Sendable () -> AsyncStream<Int> = { .finished }
    #expect(await Array(collecting: plain()) == [])
    await #expect(throws: Stop.self) {
      for try await _ in AsyncThrowingStream<Int, any Error>.finished(throwing: Stop()) {}
    }
  }

  @Test("Streams that never yield end when their task is canceled")
  func never() async throws {
    let plain = Task { await Array(collecting: AsyncStream<Int>.never) }
    let throwing = Task {
      for try await _ in AsyncThrowingStream<Int, any Error>.never { return false }
      return true
    }
    let never = Task<Void, any Error> { try await Task.never() }
    plain.cancel()
    throwing.cancel()
    never.cancel()
    #expect(await plain.value == [])
    #expect(try await throwing.value)
    await #expect(throws: CancellationError.self) { try await never.value }
  }

  @Test("A sequence erased to a stream has the same elements, and ends at its error")
  func erase() async throws {
    let (numbers, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
    for number in 1...3 { continuation.yield(number) }
    continuation.finish(throwing: Stop())
    #expect(await Array(collecting: numbers.map { $0 * 2 }.eraseToStream()) == [2, 4, 6])
  }

  @Test("A sequence erased to a throwing stream has the same elements and the same error")
  func eraseThrowing() async throws {
    let (numbers, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
    for number in 1...3 { continuation.yield(number) }
    continuation.finish(throwing: Stop())
    var elements: [Int] = []
    await #expect(throws: Stop.self) {
      for try await element in numbers.filter({ $0 > 1 }).eraseToThrowingStream() {
        elements.append(element)
      }
    }
    #expect(elements == [2, 3])
  }

  @Test("An erased stream requests an element only when its consumer does")
  func lazy() async {
    let asked = LockIsolated(0)
    let source = AsyncStream<Int> {
      asked.withValue {
        $0 += 1
        return $0
      }
    }
    let stream = source.eraseToStream()
    #expect(asked.value == 0)
    _ = await stream.first { $0 == 2 }
    #expect(asked.value == 2)
  }
}

extension Array {
  init<S: AsyncSequence>(collecting sequence: S) async
  where S.Element == Element, S.Failure == Never {
    self = []
    for await element in sequence { append(element) }
  }
}
