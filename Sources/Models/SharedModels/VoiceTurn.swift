public import Tagged

/// A stretch of speech by one person, as heard in the audio. Turns of several people may overlap.
public struct VoiceTurn: Equatable, Sendable {
  public var speaker: Speaker.ID
  public var start: Duration
  public var end: Duration

  public init(speaker: Speaker.ID, start: Duration, end: Duration) {
    self.speaker = speaker
    self.start = start
    self.end = end
  }

  var isValid: Bool { .zero <= start && start <= end }
}

extension Transcription {
  /// By start. If the engine found none, those of the words.
  public var voiceTurns: [VoiceTurn] {
    guard details.turns.isEmpty
    else { return details.turns }
    return turns.compactMap { turn in
      turn.speaker.map { VoiceTurn(speaker: $0, start: turn.start, end: turn.end) }
    }
  }

  /// The edit that gives another transcript of the same words the speakers of this one.
  public var speakerReplacement: SpeakerEdit {
    .replace(speakers, words: words.map(\.speaker), turns: details.turns)
  }

  /// The time of words, with half of the pauses around them.
  func timeWithPauses(of range: Range<Int>) -> Range<Duration> {
    var (start, end) = (words[range.lowerBound].start, words[range.upperBound - 1].end)
    if range.lowerBound > 0 {
      start = (words[range.lowerBound - 1].end + start) / 2
    } else {
      start = min(start, details.turns.map(\.start).min() ?? start)
    }
    if range.upperBound < words.count {
      end = (words[range.upperBound].start + end) / 2
    } else {
      end = max(end, details.turns.map(\.end).max() ?? end)
    }
    return start..<max(start, end)
  }
}

extension [VoiceTurn] {
  /// Gives another speaker what the former speakers said within a time.
  mutating func assign(
    _ time: Range<Duration>, of former: Set<Speaker.ID>, to speaker: Speaker.ID
  ) {
    self =
      flatMap { turn -> [VoiceTurn] in
        let start = Swift.max(turn.start, time.lowerBound)
        let end = Swift.min(turn.end, time.upperBound)
        guard former.contains(turn.speaker), start < end
        else { return [turn] }
        return [
          VoiceTurn(speaker: turn.speaker, start: turn.start, end: start),
          VoiceTurn(speaker: speaker, start: start, end: end),
          VoiceTurn(speaker: turn.speaker, start: end, end: turn.end),
        ].filter { $0.start < $0.end }
      }.united
  }

  mutating func merge(_ speaker: Speaker.ID, into other: Speaker.ID) {
    self =
      map { turn in
        turn.speaker == speaker ? VoiceTurn(speaker: other, start: turn.start, end: turn.end) : turn
      }.united
  }

  /// By start, without overlaps of one speaker.
  private var united: Self {
    var last: [Speaker.ID: Int] = [:]
    var united: Self = []
    for turn in sorted(by: { ($0.start, $0.speaker.rawValue) < ($1.start, $1.speaker.rawValue) }) {
      if let index = last[turn.speaker], turn.start <= united[index].end {
        united[index].end = Swift.max(united[index].end, turn.end)
      } else {
        last[turn.speaker] = united.count
        united.append(turn)
      }
    }
    return united
  }
}

extension VoiceTurn: Codable {
  private enum CodingKeys: String, CodingKey {
    case end, speaker, start
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let start = try container.decodeSeconds(.start) ?? .zero
    self.init(
      speaker: try container.decode(Speaker.ID.self, forKey: .speaker), start: start,
      end: try container.decodeSeconds(.end) ?? start)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeSeconds(end, .end)
    try container.encode(speaker, forKey: .speaker)
    try container.encodeSeconds(start, .start)
  }
}
