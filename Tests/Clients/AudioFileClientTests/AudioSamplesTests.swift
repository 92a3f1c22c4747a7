import AudioFileClient
import ConcurrencyExtras
import Testing

@Suite struct AudioSamplesTests {
  @Test("each iteration starts over")
  func cold() async throws {
    let samples = AudioSamples(chunks: [[1, 2], [3]])
    #expect(try await samples.collect() == [1, 2, 3])
    #expect(try await samples.collect() == [1, 2, 3])
  }

  @Test("a chunk is produced only on demand")
  func pulled() async throws {
    let produced = LockIsolated(0)
    let samples = AudioSamples {
      {
        produced.withLock { $0 += 1 }
        return [0]
      }
    }
    var iterator = samples.makeAsyncIterator()
    #expect(produced.withLock { $0 } == 0)
    _ = try await iterator.next()
    _ = try await iterator.next()
    #expect(produced.withLock { $0 } == 2)
  }

  @Test("empty chunks are skipped, and nothing follows the end")
  func emptyChunks() async throws {
    var iterator = AudioSamples(chunks: [[], [1], []]).makeAsyncIterator()
    #expect(try await iterator.next() == [1])
    #expect(try await iterator.next() == nil)
    #expect(try await iterator.next() == nil)
  }

  @Test("an error ends the iteration")
  func errors() async throws {
    var iterator = AudioSamples { { throw AudioFileError.empty(path: "a") } }.makeAsyncIterator()
    await #expect(throws: AudioFileError.empty(path: "a")) { try await iterator.next() }
    #expect(try await iterator.next() == nil)
  }

  @Test("a canceled task gets an error, not an early end")
  func cancellation() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await AudioSamples(chunks: [[1]]).collect()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
