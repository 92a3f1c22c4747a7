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

let vocabulary = [
  "the", "a", "budget", "Please,", "send", "it", "tomorrow.", "你", "好", "naïve", "extraordinary",
  "🙂", "don't", "Xcode", "2026",
]

extension Transcription {
  static func random(
    using random: inout some RandomNumberGenerator, isDisordered: Bool = false
  ) -> Self {
    var now: Int64 = 0
    func time(_ range: ClosedRange<Int64>, _ random: inout some RandomNumberGenerator) -> Duration {
      now += Int64.random(in: range, using: &random)
      return .milliseconds(isDisordered ? now * Int64.random(in: -1...2, using: &random) : now)
    }
    return Self(
      segments: (0..<Int.random(in: 0...6, using: &random)).map { _ in
        Segment(
          words: (0..<Int.random(in: 0...8, using: &random)).map { _ in
            Word(
              text: vocabulary.randomElement(using: &random) ?? "",
              start: time(0...300, &random),
              end: time(0...400, &random),
              confidence: Double.random(in: 0...1, using: &random))
          })
      })
  }
}
