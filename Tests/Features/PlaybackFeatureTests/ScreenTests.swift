import ComposableArchitecture
import PlaybackFeature
import PreviewHarness
import SharedModels
import Styleguide
import TerminalUI
import Testing

@testable import PlaybackPreview

/// A small screen in ASCII, and its keys.
@Suite("Playback: screen")
@MainActor
struct ScreenTests {
  private let preview = PlaybackPreview.preview

  @Test("The smallest terminal shows a line of text and the controls")
  func small() async throws {
    #expect(
      try await preview.frames("--size", "20x5", "--script", "e") == """
        == usual
        A note on the bud… ★
        2026-09-10 · 11 s ·…
        ────────────────────
        We agreed on the   ┃
        ■ 0:00 ░░░░░░░░ 0:11
        == e
        A note on the bud… ★
        2026-09-10 · 11 s ·…
        ────────────────────
        Edit: the budget.
        ■ 0:00 ░░░░░░░░ 0:11

        """)
  }

  @Test("The spoken and the selected word are highlighted, and the word's line is visible")
  func lit() {
    var state = PlaybackFeature.State(recording: Shared(value: .mock), currentTime: 1.2)
    state.transcript = .loaded(Transcript(.preview(String(repeating: "all is well ", count: 40))))
    state.currentWordIndex = 3
    state.selectedWordIndex = 100
    let store = Store(initialState: state) { PlaybackFeature() }
    func text() -> String {
      Frame(PlaybackScreen(store: store).view, size: Size(width: 24, height: 9))
        .text { style in
          if style.background == .role(.spoken) { return ("<", ">") }
          return style.attributes.contains(.reverse) ? ("[", "]") : nil
        }
    }
    #expect(text().contains("[is] well all is well"))
    #expect(!text().contains("<"), "it has scrolled away")
    store.send(.cancelButtonTapped)
    #expect(text().contains("all is well <all> is"))
  }

  @Test("Speech that is faint or in another language than the model's is pointed out")
  func remarks() {
    func text(_ transcription: Transcription) -> String {
      var state = PlaybackFeature.State(recording: Shared(value: .mock))
      state.transcript = .loaded(Transcript(transcription))
      let store = Store(initialState: state) { PlaybackFeature() }
      return Frame(PlaybackScreen(store: store).view, size: Size(width: 80, height: 9)).text
    }
    var transcription = Transcription.mock
    #expect(!text(transcription).contains("English"))
    transcription.details.isForeign = true
    #expect(
      text(transcription).contains(
        "This does not sound like English; try 'speechmemo models use base'."))
    let faint = TranscriptionDetails(hasFaintSpeech: true)
    #expect(
      text(Transcription(details: faint, segments: []))
        .contains("No speech detected. Some of it may be too faint."))
  }

  @Test(
    "'No speech detected' appears only after a transcription",
    arguments: [
      (.none, "This memo has no transcript."), (.cancelled, "This memo has no transcript."),
      (.queued, "Waiting to be transcribed."), (.running(progress: 0.4), "Transcribing: 40%"),
      (.failed(reason: "too short"), "Transcription failed: too short"),
    ] as [(TranscriptionState, String)])
  func noTranscript(status: TranscriptionState, remark: String) {
    let recording = Recording.preview(transcription: status)
    var state = PlaybackFeature.State(recording: Shared(value: recording))
    func text() -> String {
      let store = Store(initialState: state) { PlaybackFeature() }
      return Frame(PlaybackScreen(store: store).view, size: Size(width: 80, height: 9)).text
    }
    #expect(text().contains("Loading") && !text().contains("No speech"))
    state.transcript = .missing
    #expect(text().contains(remark) && !text().contains("No speech"))
    state.transcript = .loaded(Transcript(Transcription(segments: [])))
    #expect(text().contains("No speech detected.") && !text().contains(remark))
  }

  @Test("Unhandled keys are passed on, except by an alert")
  func keys() async {
    var state = PlaybackFeature.State(recording: Shared(value: .mock))
    state.transcript = .loaded(Transcript(.mock))
    let store = Store(initialState: state) { PlaybackFeature() }
    let screen = PlaybackScreen(store: store)
    let frame = Frame(screen.view, size: Size(width: 40, height: 8))
    for key: Key in ["q", "x", .escape, .enter, .tab, "R"] {
      #expect(!screen.handle(.key(key), in: frame), "\(key)")
    }
    #expect(!screen.handle(.resize(Size(width: 9, height: 9)), in: frame))
    #expect(screen.handle(.key("e"), in: frame))
    #expect(screen.handle(.paste("\nand so on"), in: frame))
    #expect(store.editing?.field.text == "We agreed on the budget. and so on")
    #expect(screen.handle(.key("q"), in: frame), "it is typed")
    #expect(screen.handle(.key(.escape), in: frame))
    #expect(store.editing == nil)
    await store.send(.playbackFinished(.failure(CancellationError()))).finish()
    #expect(screen.handle(.key("q"), in: frame))
    #expect(store.destination?.alert != nil)
    #expect(screen.handle(.key(.enter), in: frame))
    #expect(store.destination?.alert == nil)
  }

  @Test("A recorded session of playing, editing and renaming replays identically")
  func replay() async throws {
    let replayed = try await preview.replay(
      ofTyping: [" ", "w", "\r", "e", "!", "\r", " ", "u", "+", " ", "s", "t", "x", "\r"],
      in: "usual")
    #expect(replayed.contains("▶ 0:00") && replayed.contains("‖ 0:0"))
    #expect(replayed.contains("Edit: We agreed on the budget.!"))
    #expect(replayed.contains("1.25×  skip silence") || replayed.contains("1.25× skip silence"))
  }

  @Test("On an ASCII terminal every glyph has a replacement")
  func ascii() async throws {
    for state in ["usual", "empty", "long", "loading", "transcribing", "failed", "gone"] {
      let frames = try await preview.frames(
        "--state", state, "--ascii", "--size", "60x9", "--script", "space wait:1 + space e")
      #expect(frames.allSatisfy { $0.isASCII }, "\(frames)")
    }
  }
}
