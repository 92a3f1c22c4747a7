import Foundation

/// Finds in sound, while it comes, where somebody begins to speak and ends, by how loud it is.
///
/// Speech is what is louder than the noise around it for more than a moment. How loud the noise is
/// follows from the sound: it is as quiet as the quietest of the last seconds.
public struct TurnDetector: Sendable {
  /// When speech begins and ends.
  public struct Settings: Hashable, Sendable {
    /// How much louder than the noise speech is, from 0 to 1.
    public var threshold: Double
    /// How much is kept of what comes before, in milliseconds.
    public var prefix: Int
    /// How long it is quiet after the end, in milliseconds.
    public var silence: Int
    /// How long a turn may be, in milliseconds: behind that, another one begins.
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

  /// What is found, in its order.
  public enum Part: Hashable, Sendable {
    /// Somebody begins to speak. What is told of belongs to the turn from that sample on, counted
    /// from the beginning of all sound.
    case started(at: Int)
    /// Sound of the turn.
    case sound([Int16])
    /// The turn ends before that sample.
    case stopped(at: Int)
  }

  private let settings: Settings
  private let rate: Int
  private var noise = Noise()
  /// What is no whole frame yet.
  private var rest: [Int16] = []
  /// While nobody speaks, the last sound.
  private var before: [Int16] = []
  /// How many samples have been looked at.
  private var position = 0
  /// How many frames in a row were as loud as speech, while nobody speaks.
  private var loudCount = 0
  /// While somebody speaks, how many samples the turn has, and how many frames in a row were quiet.
  private var turn: (count: Int, quietCount: Int)?

  /// How long the sound is of which one loudness is measured, in milliseconds.
  private static let frame = 20
  /// How many frames in a row are speech: a click is shorter.
  private static let onsetCount = 3

  /// - Parameter rate: How many samples a second has.
  public init(_ settings: Settings = Settings(), rate: Int) {
    self.settings = settings
    self.rate = rate
  }

  /// Whether somebody speaks.
  public var isInTurn: Bool { turn != nil }

  /// Looks at more sound.
  public mutating func add(_ samples: [Int16]) -> [Part] {
    rest += samples
    let count = count(of: Self.frame)
    var parts: [Part] = []
    var start = 0
    while rest.count - start >= count {
      look(at: rest[start..<start + count], &parts)
      start += count
    }
    rest.removeFirst(start)
    return parts
  }

  /// Gives up what is kept, and begins anew with what comes. How loud the noise is stays known.
  ///
  /// - Returns: The sound that was not told of, and may belong to what comes.
  public mutating func flush() -> [Int16] {
    let kept = before + rest
    position += rest.count
    (before, rest, loudCount, turn) = ([], [], 0, nil)
    return kept
  }

  private mutating func look(at frame: ArraySlice<Int16>, _ parts: inout [Part]) {
    position += frame.count
    let level = level(of: frame)
    let limit = noise.limit(settings.threshold)
    noise.add(level)
    guard let turn
    else {
      before += frame
      // The loud frames may turn out to be its beginning.
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
    // Speech ends at a level below the one at which it begins, so that it does not come and go.
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

/// How loud the noise is over which somebody may speak, in decibels below the loudest sound.
private struct Noise {
  private var level = -60.0

  /// Noise that becomes louder is taken for noise after a while, and what is quieter at once.
  mutating func add(_ level: Double) {
    self.level += level < self.level ? (level - self.level) * 0.3 : min(0.04, level - self.level)
    self.level = max(self.level, -70)
  }

  /// How loud speech is at least.
  func limit(_ threshold: Double) -> Double {
    max(level + 6 + 12 * threshold, -60 + 30 * threshold)
  }
}

/// How loud a sound is, in decibels below the loudest one.
private func level(of samples: ArraySlice<Int16>) -> Double {
  let energy = samples.reduce(0.0) { $0 + Double($1) * Double($1) }
  return 10 * log10(max(energy / Double(max(samples.count, 1)), 1) / (32_768 * 32_768))
}
