import AudioFileClient
@testable import AudioPlayerClientLive
import Testing

struct SilenceSkipperTests {
  /// At 100 Hz, so a frame is a block: speech of 1 s, a pause of 2 s with noise, and speech again.
  private func recording(_ loudness: Float) -> [Float] {
    let speech = Array(repeating: loudness, count: 100)
    return speech + Array(repeating: loudness / 100, count: 200) + speech
  }

  private func peaks(_ samples: [Float]) -> [Peak] {
    samples.map { Peak(max: $0, min: -$0, rms: $0) }
  }

  private func kept(_ samples: [Float]) -> [Int] {
    var skipper = SilenceSkipper(
      channelCount: 1, sampleRate: 100, startingAt: 0,
      below: SilenceSkipper.limit(for: peaks(samples)))
    return (skipper.pieces(of: samples) + skipper.finish()).map(\.start)
  }

  @Test(
    "The middle of a pause is skipped in loud and quiet recordings alike",
    arguments: [1, 0.1, 0.003, 0.000_1] as [Float])
  func loudness(_ loudness: Float) {
    #expect(kept(recording(loudness)) == Array(0..<115) + Array(285..<400))
  }

  @Test("Long pauses and a click do not change what is silence")
  func gate() {
    let long = recording(0.01) + Array(repeating: 0.000_1, count: 10_000)
    let usual = SilenceSkipper.limit(for: peaks(recording(0.01)))
    #expect(abs(SilenceSkipper.limit(for: peaks(long)) / usual - 1) < 0.01)
    #expect(abs(usual - 0.01 / 20) < 0.000_01)
    var clicked = long
    clicked[5_000] = 0.1
    #expect(SilenceSkipper.limit(for: peaks(clicked)) < 0.01 / 10)
  }

  @Test("Nothing is skipped in a recording without changes, nor in one without sound")
  func even() {
    for level: Float in [0, 0.000_1, 0.5] {
      let samples = Array(repeating: level, count: 200)
      #expect(kept(samples) == Array(0..<200))
    }
    #expect(SilenceSkipper.limit(for: []) == 0)
  }
}
