import Foundation
import SharedModels
import Testing

struct LibraryStatisticsTests {
  private func calendar(_ zone: String, firstWeekday: Int = 2) throws -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    calendar.firstWeekday = firstWeekday
    return calendar
  }

  private func memo(_ number: UInt8, _ date: String, seconds: Int) throws -> Recording {
    .preview(
      id: Recording.ID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number))),
      date: try Date(date, strategy: .iso8601), duration: .seconds(seconds))
  }

  private func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

  @Test("Memos are counted as a whole and in the weeks they were recorded in")
  func weeks() throws {
    let memos = try [
      memo(1, "2026-11-20T10:00:00Z", seconds: 60), memo(2, "2026-11-16T00:00:00Z", seconds: 120),
      memo(3, "2026-11-15T23:59:59Z", seconds: 30), memo(4, "2026-10-01T00:00:00Z", seconds: 600),
    ]
    let statistics = LibraryStatistics(
      of: memos, wordCounts: [memos[0].id: 150, memos[3].id: 950, memos[2].id: 0],
      calendar: try calendar("GMT"), now: try date("2026-11-21T12:00:00Z"), weekCount: 3)
    #expect(statistics.memoCount == 4)
    #expect(statistics.duration == .seconds(810))
    #expect(statistics.wordCount == 1100)
    #expect(statistics.longest == memos[3])
    #expect(statistics.transcribedDuration == .seconds(690))
    #expect(statistics.wordsPerMinute == 1100 / 11.5)
    #expect(
      statistics.weeks
        == [
          .init(start: try date("2026-11-02T00:00:00Z")),
          .init(
            start: try date("2026-11-09T00:00:00Z"), duration: .seconds(30), memoCount: 1),
          .init(
            start: try date("2026-11-16T00:00:00Z"), duration: .seconds(180), memoCount: 2,
            wordCount: 150),
        ])
  }

  @Test("The speed is clamped")
  func speed() throws {
    let memo = try memo(1, "2026-11-16T02:00:00Z", seconds: 1)
    let statistics = LibraryStatistics(
      of: [memo], wordCounts: [memo.id: .max], calendar: try calendar("GMT"),
      now: try date("2026-11-18T12:00:00Z"), weekCount: 1)
    #expect(statistics.wordsPerMinute == 1e9)
  }

  @Test("A week starts according to the user's calendar and time zone")
  func zones() throws {
    // Sunday evening in New York is Monday in Berlin.
    let memos = [try memo(1, "2026-11-16T02:00:00Z", seconds: 1)]
    func counts(_ calendar: Calendar) throws -> [Int] {
      LibraryStatistics(
        of: memos, wordCounts: [:], calendar: calendar, now: try date("2026-11-18T12:00:00Z"),
        weekCount: 2
      ).weeks.map(\.memoCount)
    }
    #expect(try counts(calendar("Europe/Berlin")) == [0, 1])
    #expect(try counts(calendar("America/New_York")) == [1, 0])
    #expect(try counts(calendar("America/New_York", firstWeekday: 1)) == [0, 1])
  }

  @Test("A week with a DST change has its actual length")
  func clocksChange() throws {
    let statistics = LibraryStatistics(
      of: [], wordCounts: [:], calendar: try calendar("Europe/Berlin"),
      now: try date("2026-10-28T12:00:00Z"), weekCount: 3)
    #expect(
      statistics.weeks.map(\.start)
        == [
          try date("2026-10-11T22:00:00Z"), try date("2026-10-18T22:00:00Z"),
          try date("2026-10-25T23:00:00Z"),
        ])
  }

  @Test("An empty library has empty weeks, and no rate of speech")
  func empty() throws {
    let statistics = LibraryStatistics(
      of: [], wordCounts: [:], calendar: try calendar("GMT"),
      now: try date("2026-11-21T12:00:00Z"), weekCount: 2)
    #expect(statistics.memoCount == 0 && statistics.longest == nil)
    #expect(statistics.wordsPerMinute == nil)
    #expect(statistics.weeks.map(\.memoCount) == [0, 0])
    let none = LibraryStatistics(
      of: [], wordCounts: [:], calendar: try calendar("GMT"),
      now: try date("2026-11-21T12:00:00Z"), weekCount: 0)
    #expect(none.weeks == [])
  }

  @Test("A memo of a clock that ran ahead counts in the whole only")
  func future() throws {
    let statistics = LibraryStatistics(
      of: [try memo(1, "2031-01-01T00:00:00Z", seconds: 9)], wordCounts: [:],
      calendar: try calendar("GMT"), now: try date("2026-11-21T12:00:00Z"), weekCount: 2)
    #expect(statistics.memoCount == 1)
    #expect(statistics.weeks.map(\.memoCount) == [0, 0])
  }

  @Test("The weeks never exceed the total, for any memos")
  func property() throws {
    var random = Generator(state: 7)
    let calendar = try calendar("Europe/Berlin")
    let now = try date("2026-11-21T12:00:00Z")
    for _ in 0..<50 {
      let memos = (0..<Int.random(in: 0...40, using: &random)).map { number in
        Recording.preview(
          id: Recording.ID(
            UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number)))),
          date: now.addingTimeInterval(.random(in: -6e7...1e6, using: &random)),
          duration: .seconds(Int.random(in: 0...9000, using: &random)))
      }
      let statistics = LibraryStatistics(
        of: memos, wordCounts: Dictionary(uniqueKeysWithValues: memos.map { ($0.id, 10) }),
        calendar: calendar, now: now, weekCount: 52)
      #expect(statistics.weeks.count == 52)
      #expect(statistics.weeks.map(\.start) == statistics.weeks.map(\.start).sorted())
      let inWeeks = memos.filter { memo in
        memo.date >= statistics.weeks[0].start
          && calendar.dateInterval(of: .weekOfYear, for: now).map { memo.date < $0.end } == true
      }
      #expect(statistics.weeks.reduce(0) { $0 + $1.memoCount } == inWeeks.count)
      #expect(statistics.weeks.reduce(0) { $0 + $1.wordCount } == inWeeks.count * 10)
      for memo in inWeeks {
        let week = statistics.weeks.last { $0.start <= memo.date }
        #expect(
          week.map { calendar.isDate($0.start, equalTo: memo.date, toGranularity: .weekOfYear) }
            == true)
      }
    }
  }
}

/// The same numbers each time.
private struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 33
  }
}
