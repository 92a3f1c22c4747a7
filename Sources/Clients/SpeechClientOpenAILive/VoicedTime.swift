/// The stretches of audio loud enough to be speech. Words without times are spread over them.
struct VoicedTime {
  private static let frame = 800
  private static let share = 0.1
  private static let silence = 0.0005

  private let stretches: [Range<Double>]
  let isSilent: Bool

  init(_ samples: [Int16], rate: Int) {
    let levels = stride(from: 0, to: samples.count, by: Self.frame).map { first in
      let frame = samples[first..<min(first + Self.frame, samples.count)]
      let energy = frame.reduce(into: 0.0) { $0 += Double($1) * Double($1) }
      return (energy / Double(frame.count)).squareRoot() / 32_768
    }
    let loud = levels.sorted().dropFirst(levels.count * 9 / 10).first ?? 0
    let limit = max(loud * Self.share, Self.silence)
    let length = Double(Self.frame) / Double(rate)
    var stretches: [Range<Double>] = []
    for (index, level) in levels.enumerated() where level > limit {
      let (start, end) = (Double(index) * length, Double(index + 1) * length)
      if let last = stretches.last, last.upperBound >= start - length / 2 {
        stretches[stretches.count - 1] = last.lowerBound..<end
      } else {
        stretches.append(start..<end)
      }
    }
    self.stretches = stretches
    isSilent = (levels.max() ?? 0) <= Self.silence
  }

  /// `parts` are fractions of the speech in `range`, which is in seconds.
  func times(_ parts: [Range<Double>], in range: Range<Double>) -> [Range<Double>] {
    var inside = stretches.compactMap { stretch -> Range<Double>? in
      let part = stretch.clamped(to: range)
      return part.isEmpty ? nil : part
    }
    // Too little is loud enough to measure by.
    if inside.length < 0.25 * (range.upperBound - range.lowerBound) { inside = [range] }
    let length = inside.length
    return parts.map { part in
      let start = inside.place(behind: part.lowerBound * length, isEnd: false)
      let end = inside.place(behind: part.upperBound * length, isEnd: true)
      return start..<max(start, end)
    }
  }
}

extension [Range<Double>] {
  fileprivate var length: Double { reduce(0) { $0 + $1.upperBound - $1.lowerBound } }

  fileprivate func place(behind amount: Double, isEnd: Bool) -> Double {
    var rest = amount
    for range in self {
      let span = range.upperBound - range.lowerBound
      if isEnd ? rest <= span + 1e-9 : rest < span - 1e-9 {
        return Swift.min(range.lowerBound + rest, range.upperBound)
      }
      rest -= span
    }
    return last?.upperBound ?? 0
  }
}
