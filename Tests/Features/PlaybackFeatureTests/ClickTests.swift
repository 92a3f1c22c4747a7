import ComposableArchitecture
import DependenciesTestSupport
import PlaybackFeature
import PreviewHarness
import SharedModels
import Styleguide
import TerminalUI
import Testing

@testable import PlaybackPreview

/// Mouse actions in an open memo.
@Suite("Playback: mouse", .dependencies)
@MainActor
struct ClickTests {
  private let size = Size(width: 60, height: 9)

  private func store(_ transcription: Transcription = .mock) -> StoreOf<PlaybackFeature> {
    var state = PlaybackFeature.State(recording: Shared(value: .mock))
    state.transcript = .loaded(Transcript(transcription))
    state.waveform = Waveform(levels: Array(repeating: 1, count: 20))
    state.speed = 1.5
    state.skipsSilence = true
    return Store(initialState: state) {
      PlaybackFeature()
    } withDependencies: {
      $0.audioPlayer = .simulated(duration: .seconds(11))
      $0.continuousClock = TestClock()
    }
  }

  /// Presses the mouse where the frame has that text.
  private func press(_ text: String, in store: StoreOf<PlaybackFeature>) -> Bool {
    let screen = PlaybackScreen(store: store, timeZone: .gmt)
    let frame = Frame(screen.view, size: size)
    for (y, line) in frame.lines.enumerated() {
      guard let range = line.range(of: text)
      else { continue }
      return screen.handle(
        .mouse(Mouse(x: line[..<range.lowerBound].columns, y: y)), in: frame)
    }
    Issue.record("'\(text)' is not shown")
    return false
  }

  @Test("The first click selects a word, and the second plays from it")
  func word() {
    let store = store()
    #expect(press("agreed", in: store))
    #expect(store.selectedWordIndex == 1)
    #expect(store.mode == .notPlaying)
    #expect(press("agreed", in: store))
    #expect(store.selectedWordIndex == nil)
    #expect(store.mode == .playing && store.currentTime == 0.7)
    #expect(!press("2026", in: store), "nothing is there")
  }

  @Test("A click also selects a word in scripts without spaces")
  func withoutBlanks() {
    let store = store(
      Transcription(segments: [
        Segment(
          start: .zero, end: .seconds(3), text: "会議を始めます。",
          words: ["会議", "を", "始めます。"].enumerated().map {
            Word(text: $1, start: .seconds($0), end: .seconds($0 + 1))
          })
      ]))
    #expect(press("始め", in: store))
    #expect(store.selectedWordIndex == 2)
    #expect(press("を", in: store))
    #expect(store.selectedWordIndex == 1)
    #expect(press("会", in: store))
    #expect(store.selectedWordIndex == 0)
  }

  @Test("Clicking a time in the margin selects its paragraph's first word")
  func margin() {
    let store = store()
    #expect(press("0:00  We", in: store))
    #expect(store.selectedWordIndex == 0)
  }

  @Test("The controls are pressed: play and pause, the speed, silence")
  func controls() {
    let store = store()
    #expect(press(String(Glyphs.unicode.stop), in: store))
    #expect(store.mode == .playing)
    #expect(press(String(Glyphs.unicode.play), in: store))
    #expect(store.mode == .paused)
    #expect(press("1.5\u{d7}", in: store))
    #expect(store.speed == 1.75)
    #expect(press("skip silence", in: store))
    #expect(!store.skipsSilence)
  }

  @Test("Clicking the waveform seeks, and the scroll bar and wheel scroll")
  func places() {
    let store = store()
    let screen = PlaybackScreen(store: store, timeZone: .gmt)
    let frame = Frame(screen.view, size: size)
    let columns = (0..<size.width).filter {
      frame.tag(WaveformView.Column.self, at: Point(x: $0, y: 7)) != nil
    }
    #expect(columns.count > 20)
    #expect(
      screen.handle(.mouse(Mouse(x: columns[columns.count / 2], y: 7)), in: frame))
    #expect(abs(store.currentTime - 5.5) < 0.3)
  }

  @Test(
    "In a long memo, the wheel and the bar scroll and end following until a word is selected"
  )
  func scrolling() async throws {
    func text(_ script: String) async throws -> String {
      try await PlaybackPreview.preview.lastFrame(of: "long", script, size: "60x12")
    }
    #expect(try await text("scrolldown:20,5").contains("Sentence number 5 "))
    #expect(try await !text("scrolldown:20,5").contains("Sentence number 1 "))
    // The last row of the bar.
    #expect(try await text("click:59,9").contains("Sentence number 720 "))
    #expect(try await text("click:59,9 click:59,3").contains("Sentence number 1 "))
    #expect(try await text("G").contains("Sentence number 720 "))
    #expect(try await text("G home").contains("Sentence number 1 "))
    #expect(try await text("G w").contains("Sentence number 1 "), "the word that is chosen")
    func page(_ script: String) async throws -> [Substring] {
      try await text(script).split(separator: "\n").dropFirst().map { $0 }
    }
    #expect(try await page("pagedown ctrl+d ctrl+u") == page("pagedown"))
  }
}
