public import Tagged

/// What one speaker says until another one does.
public struct SpeakerTurn: Equatable, Sendable {
  /// Who speaks; `nil` where nobody knows.
  public var speaker: Speaker.ID?
  /// Which of the transcript's words are said.
  public var words: Range<Int>
  /// When the first of them begins.
  public var start: Duration
  /// When the last of them ends.
  public var end: Duration

  /// Creates a value from its properties.
  public init(speaker: Speaker.ID?, words: Range<Int>, start: Duration, end: Duration) {
    self.speaker = speaker
    self.words = words
    self.start = start
    self.end = end
  }
}

extension Transcription {
  /// Who says what, in the order of speech. Words of nobody belong to who has spoken before them.
  /// Empty where speakers were not told apart.
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

  /// For how long each speaker speaks.
  public var speakingTimes: [Speaker.ID: Duration] {
    turns.reduce(into: [:]) { times, turn in
      guard let speaker = turn.speaker
      else { return }
      times[speaker, default: .zero] += turn.end - turn.start
    }
  }

  /// The same without how speakers sound, which is nobody else's to know.
  public var withoutVoices: Self {
    var transcription = self
    for index in speakers.indices { transcription.speakers[index].voice = nil }
    return transcription
  }

  /// The speaker of that number.
  public func speaker(_ id: Speaker.ID?) -> Speaker? {
    id.flatMap { id in speakers.first { $0.id == id } }
  }
}

extension Segment {
  /// Who says most of its words; `nil` where nobody knows.
  public var speaker: Speaker.ID? {
    var counts: [Speaker.ID: Int] = [:]
    for speaker in words.lazy.compactMap(\.speaker) { counts[speaker, default: 0] += 1 }
    return counts.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }?.key
  }
}
