public import ComposableArchitecture
public import ComposableTerminal
import DatabaseClient
import Foundation
import SharedModels
import Styleguide
public import TerminalUI

public struct StatsScreen: Screen {
  static let pageID = "statistics"

  public let store: StoreOf<StatsFeature>
  private let timeZone: TimeZone

  public init(store: StoreOf<StatsFeature>, timeZone: TimeZone = .current) {
    self.store = store
    self.timeZone = timeZone
  }

  public var body: any View {
    VStack {
      overview.frame(maxWidth: SizeRange.unlimited, minHeight: 1, maxHeight: SizeRange.unlimited)
      footer.priority(1)
    }
  }

  /// A library that is still being read or counted must not look empty.
  private var isCountPending: Bool { store.$recordings.isLoading || !store.recordings.isEmpty }

  private var overview: any View {
    guard let statistics = store.statistics, statistics.memoCount > 0 || !isCountPending
    else { return Placeholder(Label("Counting…")) }
    guard statistics.memoCount > 0
    else { return Placeholder("Nothing to count yet: record or import a memo.") }
    return VStack {
      Text(summary(statistics)).bold().priority(2)
      Divider()
      ScrollView(
        offset: store.offset, id: Self.pageID,
        content: VStack {
          facts(statistics)
          Divider()
          WeekBars(bars(statistics)).tag(store.measure)
        }
      )
      .frame(maxWidth: SizeRange.unlimited, minHeight: 1, maxHeight: SizeRange.unlimited)
    }
  }

  private func summary(_ statistics: LibraryStatistics) -> String {
    let memos = statistics.memoCount.counted("memo")
    let words = store.problem == nil ? ", \(statistics.wordCount.counted("word"))" : ""
    return "\(memos), \(statistics.duration.brief)\(words)"
  }

  private func bars(_ statistics: LibraryStatistics) -> [WeekBars.Bar] {
    let measure = store.measure
    var time = LocalTime(timeZone: timeZone)
    return statistics.weeks.drop { $0.memoCount == 0 }.reversed().map { week in
      let (amount, text) =
        switch measure {
        case .duration: (week.duration / .seconds(1), week.duration.brief)
        case .memos: (Double(week.memoCount), "\(week.memoCount.grouped)")
        case .words: (Double(week.wordCount), "\(week.wordCount.grouped)")
        }
      return WeekBars.Bar(amount: amount, label: time.day(of: week.start), text: text)
    }
  }

  private func facts(_ statistics: LibraryStatistics) -> [any View] {
    var rows: [any View] = []
    if let longest = statistics.longest {
      rows.append(fact("Longest", "\(longest.duration.brief), \(longest.displayTitle)"))
    }
    if let problem = store.problem {
      rows.append(Paragraph("The words could not be counted: \(problem)").foreground(.wrong))
    }
    if let rate = statistics.wordsPerMinute {
      rows.append(fact("Speed", "\(Int(rate.rounded()).counted("word")) a minute"))
    }
    let words = store.mostFrequentWords
    if !words.isEmpty {
      let list = words.map { "\($0.word) (\($0.count.grouped))" }.joined(separator: ", ")
      rows.append(fact("Most said", list))
    }
    let times = store.speakingTimes
    if !times.isEmpty {
      let list = times.map { "\($0.name) (\($0.duration.brief))" }.joined(separator: ", ")
      rows.append(fact("Speakers", list))
    }
    return rows
  }

  private func fact(_ label: String, _ text: String) -> any View {
    HStack(spacing: 1) {
      Text(label).foreground(.faint).frame(width: 9).priority(1)
      Paragraph(text.printable)
    }
  }
}
