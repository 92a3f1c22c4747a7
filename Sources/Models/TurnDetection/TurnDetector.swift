import Foundation

/// Finds by loudness where speech begins and ends. Noise is the level of the quietest last seconds.
public struct TurnDetector: Sendable {
  /// Durations are in milliseconds.
  public struct Settings: Hashable, Sendable {
    /// The loudness of speech relative to the noise, from 0 to 1.
    public var threshold: Double
    public var prefix: Int
    public var silence: Int
    public var longest: Int

    public init(
      threshold: Double = 0.5, prefix: Int = 300, silence: Int = 500, longest: Int = 600_000
    ) {
      self.threshold = threshold
      self.prefix = prefix
      self.silence = silence
      self.longest = longest
    }
  }

  public enum Part: Hashable, Sendable {
    /// A sample index, counted from the beginning of all audio.
    case started(at: Int)
    case sound([Int16])
    case stopped(at: Int)
  }

  private let settings: Settings
  private let rate: Int
  private var noise = Noise()
  private var rest: [Int16] = []
  private var before: [Int16] = []
  private var position = 0
  private var loudCount = 0
  private var turn: (count: Int, quietCount: Int)?

  private static let frame = 20
  private static let onsetCount = 3

  public init(_ settings: Settings = Settings(), rate: Int) {
    self.settings = settings
    self.rate = rate
  }

  public var isInTurn: Bool { turn != nil }

  public mutating func add(_ samples: [Int16]) -> [Part] {
    rest += samples
    let count = count(of: Self.frame)
    var parts: [Part] = []
    var start = 0
    while rest.count - start >= count {
      process(rest[start..<start + count], &parts)
      start += count
    }
    rest.removeFirst(start)
    return parts
  }

  /// Starts anew, except for the noise level. Returns audio that was not reported yet.
  public mutating func flush() -> [Int16] {
    let kept = before + rest
    position += rest.count
    (before, rest, loudCount, turn) = ([], [], 0, nil)
    return kept
  }

  private mutating func process(_ frame: ArraySlice<Int16>, _ parts: inout [Part]) {
    position += frame.count
    let level = level(of: frame)
    let limit = noise.limit(settings.threshold)
    noise.add(level)
    guard let turn
    else {
      before += frame
      let kept = count(of: settings.prefix + Self.frame * Self.onsetCount)
      if before.count > kept { before.removeFirst(before.count - kept) }
      loudCount = level > limit ? loudCount + 1 : 0
      if loudCount == Self.onsetCount {
        parts += [.started(at: position - before.count), .sound(before)]
        self.turn = (before.count, 0)
        (before, loudCount) = ([], 0)
      }
      return
    }
    parts.append(.sound(Array(frame)))
    // Speech ends at a lower level than it begins, so that turns don't flicker.
    let quietCount = level > limit - 3 ? 0 : turn.quietCount + 1
    let length = turn.count + frame.count
    if quietCount * Self.frame >= settings.silence || length >= count(of: settings.longest) {
      parts.append(.stopped(at: position))
      self.turn = nil
    } else {
      self.turn = (length, quietCount)
    }
  }

  private func count(of milliseconds: Int) -> Int { rate * milliseconds / 1_000 }
}

private struct Noise {
  private var level = -60.0

  mutating func add(_ level: Double) {
    self.level += level < self.level ? (level - self.level) * 0.3 : min(0.04, level - self.level)
    self.level = max(self.level, -70)
  }

  func limit(_ threshold: Double) -> Double {
    max(level + 6 + 12 * threshold, -60 + 30 * threshold)
  }
}

private func level(of samples: ArraySlice<Int16>) -> Double {
  let energy = samples.reduce(0.0) { $0 + Double($1) * Double($1) }
  return 10 * log10(max(energy / Double(max(samples.count, 1)), 1) / (32_768 * 32_768))
}
