import AudioFileClient
import ConcurrencyExtras
import Foundation
import Testing

@Suite struct LeveledSamplesTests {
  /// Syllables of a fifth of a second, with pauses of low noise.
  private func speech(seconds: Int, decibels: Double) -> [Float] {
    let rate = Double(AudioSamples.sampleRate)
    let amplitude = 2.0.squareRoot() * pow(10, decibels / 20)
    return (0..<seconds * AudioSamples.sampleRate).map { index in
      let time = Double(index) / rate
      let isSyllable = Int(time * 5) % 2 == 0
      return Float((isSyllable ? amplitude : amplitude / 100) * sin(2 * .pi * 300 * time))
    }
  }

  private func chunks(_ samples: [Float], of count: Int = 1 << 16) -> AudioSamples {
    AudioSamples(
      chunks: stride(from: 0, to: samples.count, by: count).map {
        Array(samples[$0..<min($0 + count, samples.count)])
      })
  }

  private func peak(_ samples: some Sequence<Float>) -> Float {
    samples.reduce(0) { max($0, $1.magnitude) }
  }

  @Test("quiet speech is raised from its first word", arguments: [-45.0, -60, -75])
  func quiet(decibels: Double) async throws {
    let silence = [Float](repeating: 0, count: 10 * AudioSamples.sampleRate)
    let samples = silence + speech(seconds: 20, decibels: decibels)
    let leveled = try await chunks(samples).leveled().collect()
    #expect(leveled.count == samples.count)
    let usual = Float(2).squareRoot() * pow(10, -35 / 20)
    let firstWord = leveled[silence.count..<silence.count + 3_000]
    #expect(abs(peak(firstWord) / usual - 1) < 0.15)
    #expect(abs(peak(leveled) / usual - 1) < 0.15)
    #expect(leveled.prefix(silence.count).allSatisfy { $0 == 0 })
  }

  @Test("speech of usual loudness is unchanged", arguments: [-30.0, -20, -12])
  func usual(decibels: Double) async throws {
    let samples = speech(seconds: 6, decibels: decibels)
    #expect(try await chunks(samples).leveled().collect() == samples)
  }

  @Test("noise, silence, and a click are not raised")
  func noSpeech() async throws {
    var state: UInt32 = 1
    var samples = (0..<3 * AudioSamples.sampleRate).map { _ -> Float in
      state = state &* 1_664_525 &+ 1_013_904_223
      return (Float(state >> 8) / Float(1 << 24) - 0.5) / 1_000
    }
    samples += [Float](repeating: 0, count: AudioSamples.sampleRate / 10)
    samples[20_000] = 0.01
    #expect(try await chunks(samples).leveled().collect() == samples)
    let silence = [Float](repeating: 0, count: 1_000)
    #expect(try await chunks(silence).leveled().collect() == silence)
  }

  @Test("samples beyond full scale are lowered and keep their shape", arguments: [1.5, 8, 20_000])
  func beyondFullScale(scale: Float) async throws {
    let tone = (0..<2 * AudioSamples.sampleRate).map { index in
      Float(sin(2 * .pi * 400 * Double(index) / 16_000))
    }
    let leveled = try await chunks(tone.map { $0 * scale }, of: 10_000).leveled().collect()
    #expect(zip(leveled, tone).allSatisfy { abs($0 - $1) < 0.001 })
    let loud = speech(seconds: 4, decibels: -20).map { $0 * scale * 10 }
    #expect(peak(try await chunks(loud).leveled().collect()) <= 1)
  }

  @Test("the gain falls before a peak, across chunks too")
  func peaks() async throws {
    var samples = [Float](repeating: 0.5, count: 16_000)
    samples[8_000] = 4
    let leveled = try await chunks(samples, of: 8_000).leveled().collect()
    #expect(leveled[8_000] == 1)
    #expect(leveled[..<7_200] == samples[..<7_200] && leveled[9_600...] == samples[9_600...])
    let steps = zip(leveled, leveled.dropFirst()).filter { abs($0 - $1) > 0.001 }
    #expect(steps.allSatisfy { max($0, $1) == 1 })
  }

  @Test("the samples do not depend on the chunks' lengths")
  func chunkLengths() async throws {
    let samples = speech(seconds: 8, decibels: -50)
    let whole = try await chunks(samples, of: samples.count).leveled().collect()
    let leveled = try await chunks(samples, of: 160).leveled().collect()
    #expect(zip(whole, leveled).allSatisfy { abs($0 - $1) < 0.0001 })
  }

  @Test("at most a minute and a chunk are held")
  func ahead() async throws {
    let produced = LockIsolated(0)
    let second = [Float](repeating: 0.1, count: AudioSamples.sampleRate)
    let samples = AudioSamples {
      {
        produced.withLock { $0 += 1 }
        return second
      }
    }
    var iterator = samples.leveled().makeAsyncIterator()
    #expect(produced.value == 0)
    for _ in 0..<3 { _ = try await iterator.next() }
    #expect(produced.value == 63)
  }

  @Test("audio before an error is kept")
  func errors() async throws {
    let samples = AudioSamples {
      var chunks: [[Float]] = [[0.25], [0.5]]
      return {
        guard !chunks.isEmpty
        else { throw AudioFileError.empty(path: "a") }
        return chunks.removeFirst()
      }
    }
    var iterator = samples.leveled().makeAsyncIterator()
    #expect(try await iterator.next() == [0.25])
    #expect(try await iterator.next() == [0.5])
    await #expect(throws: AudioFileError.empty(path: "a")) { try await iterator.next() }
  }
}
