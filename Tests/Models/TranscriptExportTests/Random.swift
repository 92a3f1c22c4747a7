import SharedModels

/// SplitMix64: small, and the same on every machine.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

private let vocabulary = [
  "the", "a", "budget", "Please,", "send", "it", "tomorrow.", "你", "好。", "naïve", "extraordinary",
  "🙂", "don't", "an-unbelievably-long-compound-that-does-not-fit-into-a-line", "2026",
]

extension Transcription {
  static func random(using random: inout some RandomNumberGenerator) -> Self {
    var now: Int64 = 0
    func time(_ longest: Int64, _ random: inout some RandomNumberGenerator) -> Duration {
      now += Int64.random(in: 0...longest, using: &random)
      return .milliseconds(now)
    }
    return Self(
      segments: (0..<Int.random(in: 0...6, using: &random)).map { _ in
        Segment(
          words: (0..<Int.random(in: 0...60, using: &random)).map { _ in
            Word(
              text: vocabulary.randomElement(using: &random) ?? "",
              start: time(Bool.random(using: &random) ? 900 : 0, &random),
              end: time(Bool.random(using: &random) ? 500 : 0, &random))
          })
      })
  }
}
