import AudioFileClient
import AudioFileClientLive
import Foundation
import Testing

@Suite struct PeaksTests {
  let client = AudioFileClient.live()
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func peaks(_ wave: Wave, _ count: Int) async throws -> [Peak] {
    try await client.peaks(of: try folder.file("a.wav", wave.bytes), count: count)
  }

  @Test("each column has exactly the range and loudness of its part")
  func columns() async throws {
    let steps: [Float] = [0.1, 0.2, 0.3, 0.4]
    let samples = steps.flatMap { step in (0..<1_000).map { $0 % 2 == 0 ? step : -step / 2 } }
    let peaks = try await peaks(Wave(encoding: .float, samples: samples), 4)
    #expect(peaks.map(\.max) == steps)
    #expect(peaks.map(\.min) == steps.map { -$0 / 2 })
    for (peak, step) in zip(peaks, steps) {
      #expect(abs(peak.rms - (0.625 as Float).squareRoot() * step) < 0.0001)
    }
  }

  @Test("a single loud sample is in exactly one column", arguments: [1, 3, 7, 64, 999, 1_000])
  func everySample(count: Int) async throws {
    var samples = [Float](repeating: 0, count: 1_000)
    samples[999] = 1
    let peaks = try await peaks(Wave(encoding: .float, samples: samples), count)
    #expect(peaks.count == count)
    #expect(peaks.last?.max == 1)
    #expect(peaks.dropLast().allSatisfy { $0 == Peak(max: 0, min: 0, rms: 0) })
  }

  @Test("there are at most as many columns as frames, and none if none are requested")
  func few() async throws {
    let wave = Wave(encoding: .float, samples: [0.25, 0.5])
    #expect(try await peaks(wave, 10).map(\.max) == [0.25, 0.5])
    #expect(try await peaks(wave, 0).isEmpty)
    #expect(try await peaks(wave, -1).isEmpty)
  }

  @Test("a file of any rate and channel count has a waveform of its whole length")
  func highRate() async throws {
    let samples = (0..<192_000).flatMap { index in
      [Float](repeating: index < 96_000 ? 0 : 0.5, count: 8)
    }
    let peaks = try await peaks(
      Wave(channelCount: 8, encoding: .float, sampleRate: 192_000, samples: samples), 10)
    #expect(peaks.map(\.max) == [0, 0, 0, 0, 0, 0.5, 0.5, 0.5, 0.5, 0.5])
  }
}
