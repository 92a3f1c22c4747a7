import ComposableArchitecture
import DatabaseClient
import DependenciesTestSupport
import SharedModels
import StatsFeature
import TerminalUI
import Testing

@MainActor
struct ScreenTests {
  private func store(
    _ recordings: [Recording], wordCounts: [Recording.ID: Int] = [:]
  ) -> StoreOf<StatsFeature> {
    var state = withDependencies {
      $0.database = .inMemory(
        recordings.map { TranscribedMemo(recording: $0, transcription: .mock) })
    } operation: {
      StatsFeature.State()
    }
    state.statistics = LibraryStatistics(
      of: recordings, wordCounts: wordCounts, calendar: Calendar(identifier: .iso8601),
      now: Recording.mock.date, weekCount: 1)
    return Store(initialState: state) { StatsFeature() }
  }

  @Test("Bars have the same length without Unicode glyphs")
  func ascii() {
    let store = store([.mock])
    let size = Size(width: 30, height: 12)
    func bar(_ frame: Frame) -> Substring? {
      frame.lines.first { $0.hasPrefix("2026-") }?.dropFirst(11).dropLast(5)
    }
    let unicode = bar(Frame(StatsScreen(store: store, timeZone: .gmt).view, size: size))
    let ascii = bar(
      Frame(StatsScreen(store: store, timeZone: .gmt).view, size: size, glyphs: .ascii))
    #expect(unicode == Substring(repeating: "█", count: 14))
    #expect(ascii == Substring(repeating: "#", count: 14))
  }

  @Test("A title cannot control the terminal")
  func hostileTitle() {
    let store = store([.preview(title: "a\u{1b}[31mb\nc")])
    let text = Frame(
      StatsScreen(store: store, timeZone: .gmt).view, size: Size(width: 60, height: 12)
    ).text
    #expect(!text.contains("\u{1b}") && text.contains("[31mb\\nc"))
  }

  @Test("Numbers have thousands separators")
  func grouped() {
    let recordings = (0..<1200).map { number in
      Recording.preview(id: Recording.ID(UUID(number)), duration: .seconds(60))
    }
    let words = Dictionary(uniqueKeysWithValues: recordings.map { ($0.id, 1000) })
    let store = store(recordings, wordCounts: words)
    let frame = Frame(
      StatsScreen(store: store, timeZone: .gmt).view, size: Size(width: 60, height: 12))
    #expect(frame.lines[0] == "1,200 memos, 20 h, 1,200,000 words")
  }

  @Test("Unhandled keys are passed on")
  func keys() {
    let store = store([.mock])
    let screen = StatsScreen(store: store)
    let frame = Frame(screen.view, size: Size(width: 60, height: 12))
    #expect(screen.handle(.key(.right), in: frame))
    #expect(store.measure == .words)
    #expect(!screen.handle(.key(.down), in: frame), "there is nothing to scroll")
    for event in [Event.key("q"), .key("x"), .paste("x"), .mouse(Mouse(x: 1, y: 1))] {
      #expect(!screen.handle(event, in: frame))
    }
  }

  @Test("Without memos, no key is enabled")
  func empty() {
    let store = store([])
    let screen = StatsScreen(store: store)
    let frame = Frame(screen.view, size: Size(width: 60, height: 12))
    for key: Key in [.left, .right, .down, .end] { #expect(!screen.handle(.key(key), in: frame)) }
    #expect(screen.keys.filter(\.isEnabled).isEmpty)
  }

  @Test("A click on the bars shows the next measure")
  func click() {
    let screen = StatsScreen(store: store([.mock]))
    let frame = Frame(screen.view, size: Size(width: 60, height: 12))
    #expect(screen.handle(.mouse(Mouse(x: 20, y: 4)), in: frame))
    #expect(screen.store.measure == .words)
  }
}
