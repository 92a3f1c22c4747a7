import AudioFileClient
import AudioFileClientLive
import Foundation
import Testing

@Suite struct ResamplingTests {
  let client = AudioFileClient.live()
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func resampled(_ frequency: Double, from rate: Int) async throws -> ArraySlice<Float> {
    let samples = sine(frequency, rate: rate, seconds: 2)
    let file = try folder.file(
      "a.wav", Wave(encoding: .float, sampleRate: rate, samples: samples).bytes)
    return try await client.decode(file, .zero).collect()[8_000..<24_000]
  }

  @Test("a tone of 1 kHz keeps its frequency, level and phase", arguments: [44_100, 48_000, 8_000])
  func passBand(rate: Int) async throws {
    let decoded = try await resampled(1_000, from: rate)
    let expected = sine(1_000, rate: 16_000, seconds: 2)[8_000..<24_000]
    #expect(abs(amplitude(of: 1_000, in: decoded, rate: 16_000) - 0.5) < 0.0005)
    #expect(level(zip(decoded, expected).map { $0 - $1 }) < 0.001)
  }

  @Test("a tone of 7 kHz, near the upper limit, loses less than half a decibel")
  func upperEdge() async throws {
    let decoded = try await resampled(7_000, from: 48_000)
    #expect(amplitude(of: 7_000, in: decoded, rate: 16_000) > 0.5 * pow(10, -0.5 / 20))
  }

  @Test("a tone above 8 kHz is below -60 dB", arguments: [10_000.0, 15_000, 20_000])
  func aliasing(frequency: Double) async throws {
    #expect(level(try await resampled(frequency, from: 48_000)) < 0.5 * pow(10, -60.0 / 20))
  }
}
