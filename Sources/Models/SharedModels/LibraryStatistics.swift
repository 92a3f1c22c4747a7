public import Foundation
public import Tagged

/// What a library's memos come to, as a whole and week by week.
public struct LibraryStatistics: Equatable, Sendable {
  /// What was recorded in one week.
  public struct Week: Equatable, Sendable {
    /// How long its memos are together.
    public var duration: Duration
    /// How many memos there are.
    public var memoCount: Int
    /// The first moment of the week.
    public let start: Date
    /// How many words their transcripts have.
    public var wordCount: Int

    /// Creates a value from its properties.
    public init(
      start: Date, duration: Duration = .zero, memoCount: Int = 0, wordCount: Int = 0
    ) {
      self.duration = duration
      self.memoCount = memoCount
      self.start = start
      self.wordCount = wordCount
    }
  }

  /// How long all memos are together.
  public private(set) var duration = Duration.zero
  /// The longest memo; `nil` without any.
  public private(set) var longest: Recording?
  /// How many memos there are.
  public private(set) var memoCount = 0
  /// How long those memos are together that have a transcript.
  public private(set) var transcribedDuration = Duration.zero
  /// The last weeks, the newest one last. Weeks without a memo are there too.
  public private(set) var weeks: [Week]
  /// How many words their transcripts have.
  public private(set) var wordCount = 0

  /// Counts memos, each once, in time that grows with their number alone.
  ///
  /// - Parameters:
  ///   - recordings: The memos.
  ///   - wordCounts: How many words each of them has; nothing for one without a transcript.
  ///   - calendar: Says when weeks begin, in its own time zone.
  ///   - now: A moment of the last week.
  ///   - weekCount: How many weeks to tell of. Older memos, and those of a later week, count in the
  ///     whole only.
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

  /// How fast is spoken on average, over the memos that have a transcript, at most 1e9; `nil` where
  /// nothing is said.
  public var wordsPerMinute: Double? {
    guard transcribedDuration > .zero, wordCount > 0
    else { return nil }
    return min(Double(wordCount) / (transcribedDuration / .seconds(60)), 1e9)
  }

  /// The calendar is asked for each week: some are an hour longer or shorter than others.
  private static func weeks(_ calendar: Calendar, until now: Date, count: Int) -> [Week] {
    guard count > 0, let last = calendar.dateInterval(of: .weekOfYear, for: now)?.start
    else { return [] }
    return (0..<count).reversed().compactMap { weeksAgo in
      calendar.date(byAdding: .weekOfYear, value: -weeksAgo, to: last).map { Week(start: $0) }
    }
  }
}
