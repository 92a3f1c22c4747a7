public import DatabaseClient
import Foundation
import SharedModels
import Tagged
import URLRouting

/// How many of the words that are said most are wanted.
public struct StatisticsRequest: Equatable, Sendable {
  public var words: Int

  /// How many words one answer can have.
  public static let maximumWords = 1000

  public init(words: Int = 10) {
    self.words = words
  }

  static let parser = Query(Self()) { Field("words", \.words) }
}

/// What a library's transcripts say about words, as it is sent.
public struct WordStatisticsValue: Codable, Equatable, Sendable {
  /// How many words each memo has that has a transcript, by its id.
  public var counts: [String: Int]
  /// The words that are said most, the most frequent first.
  public var words: [Count]
  /// Who is named, and for how long they speak, those who speak longest first.
  public var speakers: [Speaker]
  /// How often the engine has heard something again.
  public var repairs: RepairStatistics

  /// A word, and how often it is said.
  public struct Count: Codable, Equatable, Sendable {
    public var count: Int
    public var word: String
  }

  /// Somebody, and for how many seconds they speak.
  public struct Speaker: Codable, Equatable, Sendable {
    public var name: String
    public var seconds: Double
  }

  public init(_ statistics: WordStatistics, repairs: RepairStatistics) {
    self.repairs = repairs
    counts = Dictionary(
      uniqueKeysWithValues: statistics.counts.map {
        ($0.key.rawValue.uuidString.lowercased(), $0.value)
      })
    words = statistics.mostFrequent.map { Count(count: $0.count, word: $0.word) }
    speakers = statistics.speakers.map {
      Speaker(name: $0.name, seconds: $0.duration.secondsToMillisecond)
    }
  }

  /// More words than a memo can have. Clamped counts of a million memos have a sum.
  private static let countLimit = 1 << 40

  /// The same as the database tells it. Ids that are none are left out, and numbers are clamped.
  public var value: WordStatistics {
    WordStatistics(
      mostFrequent: words.map { WordStatistics.Count($0.word, count: $0.count) },
      counts: Dictionary(
        counts.compactMap { id, count in
          UUID(uuidString: id).map { (Recording.ID($0), min(max(count, 0), Self.countLimit)) }
        },
        uniquingKeysWith: { first, _ in first }),
      speakers: speakers.map {
        WordStatistics.SpeakingTime(
          $0.name, duration: Duration(secondsToMillisecond: $0.seconds) ?? .zero)
      })
  }
}

/// What is wrong with a library.
public struct LibraryProblems: Codable, Equatable, Sendable {
  /// A line each; empty where it is sound.
  public var problems: [String]

  public init(problems: [String]) {
    self.problems = problems
  }
}
