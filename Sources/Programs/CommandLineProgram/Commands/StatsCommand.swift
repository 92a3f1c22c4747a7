import ArgumentParsing
import DatabaseClient
import Dependencies
import Foundation
import SharedModels
import Styleguide
import TerminalClient

struct StatsCommand {
  @Dependency(\.terminal) private var terminal
  @Dependency(\.calendar) private var calendar
  @Dependency(\.database) private var database
  @Dependency(\.date.now) private var now
  @Dependency(\.timeZone) private var timeZone

  private static let weekCount = 53
  private static let wordCount = 12
  private static let barWidth = 20

  func run() async throws {
    let recordings = try await database.recordings(matching: RecordingQuery())
    let words = try await database.wordStatistics(mostFrequent: Self.wordCount)
    var calendar = calendar
    calendar.timeZone = timeZone
    let statistics = LibraryStatistics(
      of: recordings, wordCounts: words.counts, calendar: calendar, now: now,
      weekCount: Self.weekCount)
    if terminal.isJSON {
      try terminal.json(object(statistics, words))
    } else if statistics.memoCount == 0 {
      terminal.note("Nothing to count yet: record or import a memo.")
    } else {
      try show(statistics, words)
    }
  }

  private func show(_ statistics: LibraryStatistics, _ words: WordStatistics) throws {
    let ink = Ink(terminal)
    let memos = statistics.memoCount == 1 ? "memo" : "memos"
    try terminal.line(
      ink.bold(
        """
        \(statistics.memoCount.grouped) \(memos), \(statistics.duration.brief), \
        \(statistics.wordCount.counted("word"))
        """))
    try showWeeks(statistics, ink)
    try terminal.line("")
    var facts: [(String, String)] = []
    if let longest = statistics.longest {
      facts.append(("Longest", "\(longest.duration.brief), \(longest.displayTitle.printable)"))
    }
    if let rate = statistics.wordsPerMinute {
      facts.append(("Speed", "\(Int(rate.rounded()).counted("word")) a minute"))
    }
    if !words.mostFrequent.isEmpty {
      let list = words.mostFrequent.map { "\($0.word.printable) (\($0.count.grouped))" }
      facts.append(("Most said", list.joined(separator: ", ")))
    }
    if !words.speakers.isEmpty {
      let list = words.speakers.map { "\($0.name.printable) (\($0.duration.brief))" }
      facts.append(("Speakers", list.joined(separator: ", ")))
    }
    for (name, fact) in facts {
      try terminal.line(ink.dim(name.padded(to: 11)) + fact)
    }
  }

  private func showWeeks(_ statistics: LibraryStatistics, _ ink: Ink) throws {
    let weeks = statistics.weeks.filter { $0.memoCount > 0 }
    let longest = weeks.map(\.duration).max() ?? .zero
    guard longest > .zero
    else { return }
    try terminal.line("")
    var time = LocalTime()
    for week in weeks.reversed() {
      let bar = ProgressBar(fraction: week.duration / longest, width: Self.barWidth)
      let amount = week.duration.brief.padded(to: 11, isTrailing: true)
      try terminal.line(
        """
        \(time.day(of: week.start))  \(ink.good(bar.text))\(amount)  \
        \(week.memoCount.grouped) \(week.memoCount == 1 ? "memo" : "memos"), \
        \(week.wordCount.counted("word"))
        """)
    }
  }

  private func object(_ statistics: LibraryStatistics, _ words: WordStatistics) -> JSONObject {
    [
      "memos": statistics.memoCount,
      "duration": statistics.duration.secondsToMillisecond,
      "transcribedDuration": statistics.transcribedDuration.secondsToMillisecond,
      "words": statistics.wordCount,
      "wordsPerMinute": statistics.wordsPerMinute,
      "longest": statistics.longest.map(object),
      "mostSaid": words.mostFrequent.map { ["count": $0.count, "word": $0.word] as JSONObject },
      "speakers": words.speakers.map {
        ["duration": $0.duration.secondsToMillisecond, "name": $0.name] as JSONObject
      },
      "weeks": statistics.weeks.drop { $0.memoCount == 0 }.map(object),
    ]
  }

  private func object(_ recording: Recording) -> JSONObject {
    [
      "id": recording.id.text, "title": recording.title,
      "duration": recording.duration.secondsToMillisecond,
    ]
  }

  private func object(_ week: LibraryStatistics.Week) -> JSONObject {
    [
      "start": week.start, "memos": week.memoCount,
      "duration": week.duration.secondsToMillisecond, "words": week.wordCount,
    ]
  }
}

extension CommandTable {
  static let stats = Command(
    "stats", summary: "Count minutes, memos and words, in total and by week",
    discussion: """
      Shows the weeks of the last year that have memos. Memos in the trash are not counted.
      """
  ) { _ in
    try await StatsCommand().run()
  }
}
