public import SharedModels
public import Tagged

public struct WordStatistics: Equatable, Sendable {
  public struct Count: Equatable, Sendable {
    public let word: String
    public let count: Int

    public init(_ word: String, count: Int) {
      self.word = word
      self.count = count
    }
  }

  public struct SpeakingTime: Equatable, Sendable {
    public let name: String
    public let duration: Duration

    public init(_ name: String, duration: Duration) {
      self.name = name
      self.duration = duration
    }
  }

  /// Ties are in alphabetical order. Without stop words and words of one or two letters.
  public var mostFrequent: [Count]
  public var counts: [Recording.ID: Int]
  public var speakers: [SpeakingTime]

  public init(
    mostFrequent: [Count] = [], counts: [Recording.ID: Int] = [:], speakers: [SpeakingTime] = []
  ) {
    self.mostFrequent = mostFrequent
    self.counts = counts
    self.speakers = speakers
  }

  public static func speakingTimes(in transcriptions: some Sequence<Transcription>)
    -> [SpeakingTime]
  {
    var times: [String: Duration] = [:]
    for transcription in transcriptions {
      let spoken = transcription.speakingTimes
      for speaker in transcription.speakers {
        if let name = speaker.name { times[name, default: .zero] += spoken[speaker.id] ?? .zero }
      }
    }
    return times.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { SpeakingTime($0.key, duration: $0.value) }
  }

  /// Frequent English words of any topic, in lower case and without accents.
  public static let stopWords: Set<String> = [
    "about", "after", "again", "all", "also", "and", "any", "are", "back", "because", "been",
    "before", "being", "both", "but", "came", "can", "come", "could", "couldn", "did", "didn",
    "does", "doesn", "doing", "don",
    "down", "each", "even", "every", "few", "for", "from", "get", "give", "going", "gonna", "good",
    "got", "had", "has", "have", "her", "here", "him", "his", "how", "into", "isn", "its", "just",
    "kind",
    "know", "let", "like", "little", "look", "lot", "made", "make", "many", "may", "maybe", "mean",
    "might", "more", "most", "much", "must", "need", "never", "new", "not", "now", "off", "okay",
    "old", "one", "only", "other", "our", "out", "over", "own", "quite", "really", "right", "said",
    "same", "say", "see", "she", "should", "some", "something", "still", "such", "take", "than",
    "that", "the", "their", "them", "then", "there", "these", "they", "thing", "things", "think",
    "this", "those", "through", "too", "two", "under", "until", "upon", "very", "want", "was",
    "wasn",
    "way", "well", "went", "were", "what", "when", "where", "which", "while", "who", "will", "with",
    "won", "would", "wouldn", "yeah", "yes", "yet", "you", "your",
  ]
}

extension MemoryLibrary {
  func wordStatistics(mostFrequent limit: Int) -> WordStatistics {
    var statistics = WordStatistics()
    var written: [String: Int] = [:]
    for recording in recordings where !recording.isTrashed {
      guard let transcription = transcriptions[recording.id]
      else { continue }
      statistics.counts[recording.id] = transcription.words.count
      for word in transcription.words { written[word.text, default: 0] += 1 }
    }
    var counts: [String: Int] = [:]
    for (text, count) in written {
      for word in text.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber })
      where word.count > 2 && !WordStatistics.stopWords.contains(String(word)) {
        counts[String(word), default: 0] += count
      }
    }
    statistics.speakers = WordStatistics.speakingTimes(
      in: statistics.counts.keys.compactMap { transcriptions[$0] })
    let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    statistics.mostFrequent = sorted.prefix(limit).map {
      WordStatistics.Count($0.key, count: $0.value)
    }
    return statistics
  }
}
