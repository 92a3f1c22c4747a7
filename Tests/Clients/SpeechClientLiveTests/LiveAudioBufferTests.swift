import SpeechClient
import Testing

@testable import SpeechClientLive

@Suite("Buffered audio for a replacement engine")
struct LiveSoundTests {
  let sound = LiveAudioBuffer()
  let second = SpeechAudio.sampleRate

  /// A second of it has the same sample, its number.
  private func pieces(_ numbers: Range<Int>) -> SpeechAudio.Samples {
    SpeechAudio.samples(numbers.map { [Float](repeating: Float($0), count: second) }.asSequence)
      .samples(from: .zero)
  }

  private func numbers(from time: Duration) async throws -> [Float] {
    var found: [Float] = []
    for try await piece in sound.samples(from: time) { found += [piece[0]] }
    return found
  }

  @Test("A reader gets all audio from a time, even within a chunk")
  func reading() async throws {
    await sound.fill(from: pieces(0..<4))
    #expect(try await numbers(from: .zero) == [0, 1, 2, 3])
    #expect(try await numbers(from: .seconds(2)) == [2, 3])
    var iterator = sound.samples(from: .milliseconds(2_250)).makeAsyncIterator()
    #expect(try await iterator.next(isolation: nil)?.count == second * 3 / 4)
  }

  @Test("Dropped audio is freed, and a slow reader continues with the rest")
  func forgetting() async throws {
    await sound.fill(from: pieces(0..<4))
    await sound.discard(before: .milliseconds(1_500))
    #expect(await sound.keptCount == 3 * second)
    #expect(try await numbers(from: .zero) == [1, 2, 3])
    await sound.discard(before: .seconds(3_600))
    #expect(await sound.keptCount == 0)
    #expect(try await numbers(from: .zero) == [])
  }

  @Test("An engine may report a time beyond the audio")
  func beyondAnySound() async throws {
    await sound.fill(from: pieces(0..<4))
    #expect(try await numbers(from: .seconds(1_000_000_000_000)) == [])
    await sound.discard(before: .seconds(-1_000_000_000_000))
    #expect(await sound.keptCount == 4 * second)
    await sound.discard(before: .seconds(1_000_000_000_000))
    #expect(await sound.keptCount == 0)
  }

  @Test("Audio may end between two engines: the next one gets the rest and the end")
  func endedBetween() async throws {
    let (stream, input) = AsyncStream.makeStream(of: [Float].self)
    let filling = Task {
      await sound.fill(from: SpeechAudio.samples(stream).samples(from: .zero))
    }
    input.yield([1, 1])
    // The first engine takes the first piece, and is lost.
    var first = sound.samples(from: .zero).makeAsyncIterator()
    #expect(try await first.next(isolation: nil) == [1, 1])
    input.yield([2, 2])
    input.finish()
    await filling.value
    await sound.end()
    #expect(try await numbers(from: .zero) == [1, 2])
  }

  @Test("A canceled waiter stops, and the others keep waiting")
  func canceled() async throws {
    let reading = Task { try await numbers(from: .zero) }
    let other = Task { try await numbers(from: .zero) }
    await Task.yield()
    reading.cancel()
    #expect(try await reading.value == [])
    await sound.fill(from: pieces(7..<8))
    #expect(try await other.value == [7])
  }

  @Test("An error in the audio follows the audio before it")
  func failure() async throws {
    struct Unplugged: Error {}
    let broken = AsyncThrowingStream<[Float], any Error> { continuation in
      continuation.yield([1])
      continuation.finish(throwing: Unplugged())
    }
    await sound.fill(from: broken)
    var iterator = sound.samples(from: .zero).makeAsyncIterator()
    #expect(try await iterator.next(isolation: nil) == [1])
    await #expect(throws: Unplugged.self) { try await iterator.next(isolation: nil) }
  }
}
