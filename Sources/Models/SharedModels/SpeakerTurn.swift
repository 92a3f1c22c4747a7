public import Tagged

public struct SpeakerTurn: Equatable, Sendable {
  public var speaker: Speaker.ID?
  public var words: Range<Int>
  public var start: Duration
  public var end: Duration

  public init(speaker: Speaker.ID?, words: Range<Int>, start: Duration, end: Duration) {
    self.speaker = speaker
    self.words = words
    self.start = start
    self.end = end
  }
}

extension Transcription {
  /// In order; words without a speaker belong to the turn before. Empty without detected speakers.
  public var turns: [SpeakerTurn] {
    guard !speakers.isEmpty
    else { return [] }
    var turns: [SpeakerTurn] = []
    for (index, word) in words.enumerated() {
      if let last = turns.last, word.speaker == nil || word.speaker == last.speaker {
        turns[turns.count - 1].words = last.words.lowerBound..<index + 1
        turns[turns.count - 1].end = max(last.end, word.end)
      } else {
        turns.append(
          SpeakerTurn(
            speaker: word.speaker, words: index..<index + 1, start: word.start, end: word.end))
      }
    }
    return turns
  }

  public var speakingTimes: [Speaker.ID: Duration] {
    turns.reduce(into: [:]) { times, turn in
      guard let speaker = turn.speaker
      else { return }
      times[speaker, default: .zero] += turn.end - turn.start
    }
  }

  /// A copy without voices, which are private.
  public var withoutVoices: Self {
    var transcription = self
    for index in speakers.indices { transcription.speakers[index].voice = nil }
    return transcription
  }

  public func speaker(_ id: Speaker.ID?) -> Speaker? {
    id.flatMap { id in speakers.first { $0.id == id } }
  }
}

extension Segment {
  public var speaker: Speaker.ID? {
    var counts: [Speaker.ID: Int] = [:]
    for speaker in words.lazy.compactMap(\.speaker) { counts[speaker, default: 0] += 1 }
    return counts.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }?.key
  }
}
