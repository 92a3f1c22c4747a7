public import Foundation
public import Tagged

public struct LibraryStatistics: Equatable, Sendable {
  public struct Week: Equatable, Sendable {
    public var duration: Duration
    public var memoCount: Int
    public let start: Date
    public var wordCount: Int

    public init(
      start: Date, duration: Duration = .zero, memoCount: Int = 0, wordCount: Int = 0
    ) {
      self.duration = duration
      self.memoCount = memoCount
      self.start = start
      self.wordCount = wordCount
    }
  }

  public private(set) var duration = Duration.zero
  public private(set) var longest: Recording?
  public private(set) var memoCount = 0
  public private(set) var transcribedDuration = Duration.zero
  public private(set) var weeks: [Week]
  public private(set) var wordCount = 0

  /// Memos outside the last `weekCount` weeks count in the totals only.
  public init(
    of recordings: some Sequence<Recording>, wordCounts: [Recording.ID: Int], calendar: Calendar,
    now: Date, weekCount: Int
  ) {
    weeks = Self.weeks(calendar, until: now, count: weekCount)
    let end = calendar.dateInterval(of: .weekOfYear, for: now)?.end ?? now
    for recording in recordings {
      let words = wordCounts[recording.id]
      duration += recording.duration
      memoCount += 1
      wordCount += words ?? 0
      if words != nil { transcribedDuration += recording.duration }
      if recording.duration > longest?.duration ?? .zero { longest = recording }
      let place = weeks.partitioningIndex { $0.start <= recording.date } - 1
      guard place >= 0, recording.date < end
      else { continue }
      weeks[place].duration += recording.duration
      weeks[place].memoCount += 1
      weeks[place].wordCount += words ?? 0
    }
  }

  /// The average over transcribed memos, at most 1e9; `nil` without words.
  public var wordsPerMinute: Double? {
    guard transcribedDuration > .zero, wordCount > 0
    else { return nil }
    return min(Double(wordCount) / (transcribedDuration / .seconds(60)), 1e9)
  }

  /// Asks the calendar for each week: some are an hour longer or shorter than others.
  private static func weeks(_ calendar: Calendar, until now: Date, count: Int) -> [Week] {
    guard count > 0, let last = calendar.dateInterval(of: .weekOfYear, for: now)?.start
    else { return [] }
    return (0..<count).reversed().compactMap { weeksAgo in
      calendar.date(byAdding: .weekOfYear, value: -weeksAgo, to: last).map { Week(start: $0) }
    }
  }
}
