public import DatabaseClient
import Foundation
import SharedModels
import Tagged

public struct WordStatisticsValue: Codable, Equatable, Sendable {
  public var counts: [String: Int]
  public var words: [Count]
  public var speakers: [Speaker]
  public var repairs: RepairStatistics

  public static let maximumWords = 1000

  public struct Count: Codable, Equatable, Sendable {
    public var count: Int
    public var word: String
  }

  public struct Speaker: Codable, Equatable, Sendable {
    public var name: String
    public var seconds: Double
  }

  public init(_ statistics: WordStatistics, repairs: RepairStatistics) {
    self.repairs = repairs
    counts = Dictionary(
      uniqueKeysWithValues: statistics.counts.map {
        ($0.key.text, $0.value)
      })
    words = statistics.mostFrequent.map { Count(count: $0.count, word: $0.word) }
    speakers = statistics.speakers.map {
      Speaker(name: $0.name, seconds: $0.duration.secondsToMillisecond)
    }
  }

  /// More words than a memo can have; a million clamped counts can still be added up.
  private static let countLimit = 1 << 40

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

public struct LibraryProblems: Codable, Equatable, Sendable {
  public var problems: [String]

  public init(problems: [String]) {
    self.problems = problems
  }
}
