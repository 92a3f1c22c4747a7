import ArgumentParsing
import DatabaseClient
import Dependencies
import Foundation
import SharedModels
import Styleguide
import TerminalClient

struct StatsCommand {
  var json = false

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
    if json {
      try terminal.json(Line(statistics, words))
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
    var time = LocalTime(timeZone: timeZone)
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

  private struct Line: Encodable {
    let memos: Int
    let duration: Double
    let transcribedDuration: Double
    let words: Int
    let wordsPerMinute: Double?
    let longest: Longest?
    let mostSaid: [Said]
    let speakers: [Spoken]
    let weeks: [Week]

    init(_ statistics: LibraryStatistics, _ words: WordStatistics) {
      memos = statistics.memoCount
      duration = statistics.duration.secondsToMillisecond
      transcribedDuration = statistics.transcribedDuration.secondsToMillisecond
      self.words = statistics.wordCount
      wordsPerMinute = statistics.wordsPerMinute
      longest = statistics.longest.map(Longest.init)
      mostSaid = words.mostFrequent.map { Said(count: $0.count, word: $0.word) }
      speakers = words.speakers.map {
        Spoken(duration: $0.duration.secondsToMillisecond, name: $0.name)
      }
      weeks = statistics.weeks.drop { $0.memoCount == 0 }.map(Week.init)
    }

    struct Longest: Encodable {
      let id: String
      let title: String
      let duration: Double

      init(_ recording: Recording) {
        id = recording.id.text
        title = recording.title
        duration = recording.duration.secondsToMillisecond
      }
    }

    struct Said: Encodable {
      let count: Int
      let word: String
    }

    struct Spoken: Encodable {
      let duration: Double
      let name: String
    }

    struct Week: Encodable {
      let start: Date
      let memos: Int
      let duration: Double
      let words: Int

      init(_ week: LibraryStatistics.Week) {
        start = week.start
        memos = week.memoCount
        duration = week.duration.secondsToMillisecond
        words = week.wordCount
      }
    }
  }
}

extension CommandTable {
  static let stats = Command(
    "stats", summary: "Count minutes, memos and words, in total and by week",
    discussion: """
      Shows the weeks of the last year that have memos. Memos in the trash are not counted.
      """
  ) { arguments in
    try await StatsCommand(json: arguments[json]).run()
  }
}
