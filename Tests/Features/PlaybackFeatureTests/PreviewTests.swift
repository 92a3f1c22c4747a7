import ComposableArchitecture
import PlaybackFeature
import PreviewHarness
import SharedModels
import Styleguide
import TerminalUI
import Testing

@testable import PlaybackPreview

/// What the preview shows, compared with frames that are kept.
@Suite("Playback: frames")
@MainActor
struct PreviewTests {
  private let preview = PlaybackPreview.preview

  @Test("A script plays, goes to a word, mends a sentence, takes it back, and gives a title")
  func script() async throws {
    let script =
      "space wait:1 space w w enter e ctrl+w type:plan. enter u t ctrl+u type:Money enter +"
    let frames = try await preview.frames("--size", "40x8", "--script", script)
    #expect(
      frames == """
        == usual
        A note on the budget
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        We agreed on the budget. Please send it
        tomorrow.

        ■ 0:00 ░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        space play  ←→ 5 s  w b word
        == space
        A note on the budget
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        We agreed on the budget. Please send it
        tomorrow.

        ▶ 0:00 ░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        space pause  ←→ 5 s  w b word
        == wait:1
        A note on the budget
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        We agreed on the budget. Please send it
        tomorrow.

        ▶ 0:00 ██▍░░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        space pause  ←→ 5 s  w b word
        == space
        A note on the budget
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        We agreed on the budget. Please send it
        tomorrow.

        ‖ 0:00 ██▍░░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        space play  ←→ 5 s  w b word
        == w
        A note on the budget
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        We agreed on the budget. Please send it
        tomorrow.

        ‖ 0:00 ██▍░░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        space play  ←→ 5 s  w b word
        == w
        A note on the budget
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        We agreed on the budget. Please send it
        tomorrow.

        ‖ 0:00 ██▍░░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        space play  ←→ 5 s  w b word
        == enter
        A note on the budget
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        We agreed on the budget. Please send it
        tomorrow.

        ‖ 0:01 ███▎░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        space play  ←→ 5 s  w b word
        == e
        A note on the budget
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        We agreed on the budget. Please send it
        tomorrow.
        Mend: We agreed on the budget.
        ‖ 0:01 ███▎░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        enter keep  esc leave as it was
        == ctrl+w
        A note on the budget
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        We agreed on the budget. Please send it
        tomorrow.
        Mend: We agreed on the
        ‖ 0:01 ███▎░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        enter keep  esc leave as it was
        == type:plan.
        A note on the budget
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        We agreed on the budget. Please send it
        tomorrow.
        Mend: We agreed on the plan.
        ‖ 0:01 ███▎░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        enter keep  esc leave as it was
        == enter
        A note on the budget
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        We agreed on the plan. Please send it
        tomorrow.

        ‖ 0:01 ███▎░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        space play  u undo  ←→ 5 s  w b word
        == u
        A note on the budget
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        We agreed on the budget. Please send it
        tomorrow.

        ‖ 0:01 ███▎░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        space play  ←→ 5 s  w b word
        == t
        A note on the budget
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        We agreed on the budget. Please send it
        tomorrow.

        ‖ 0:01 ███▎░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        enter keep  esc leave as it was
        == ctrl+u
        Untitled, 2026-09-10
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        We agreed on the budget. Please send it
        tomorrow.

        ‖ 0:01 ███▎░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        enter keep  esc leave as it was
        == type:Money
        Money
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        We agreed on the budget. Please send it
        tomorrow.

        ‖ 0:01 ███▎░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        enter keep  esc leave as it was
        == enter
        Money
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        We agreed on the budget. Please send it
        tomorrow.

        ‖ 0:01 ███▎░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        space play  u undo  ←→ 5 s  w b word
        == +
        Money
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        We agreed on the budget. Please send it
        tomorrow.

        ‖ 0:01 ██▌░░░░░░░░░░░░░░░░░░░ 0:11 1.25×
        space play  u undo  ←→ 5 s  w b word

        """)
  }

  @Test(
    "Each state has its frame",
    arguments: [
      (
        "usual",
        """
        == usual
        A note on the budget
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        We agreed on the budget. Please send it
        tomorrow.
        ■ 0:00 ░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        space play  ←→ 5 s  w b word

        """
      ),
      (
        "empty",
        """
        == empty
        Untitled, 2026-09-10
        2026-09-10 · 3 s
        ────────────────────────────────────────
        Nothing was said.

        ■ 0:00 ░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 0:03
        space play  ←→ 5 s  w b word

        """
      ),
      (
        "long",
        """
        == long
        A lecture
        2026-09-10 · 1 h
        ────────────────────────────────────────
        Sentence number 1 of a talk that goes on
        and on. Sentence number 2 of a talk that
        ■ 0:00 ░░░░░░░░░░░░░░░░░░░░░░░░░ 1:00:00
        space play  ←→ 5 s  w b word

        """
      ),
      (
        "loading",
        """
        == loading
        A note on the budget
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        Loading…

        ■ 0:00 ░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        space play  ←→ 5 s  w b word

        """
      ),
      (
        "transcribing",
        """
        == transcribing
        A note on the budget
        2026-09-10 · 11 s
        ────────────────────────────────────────
        Being transcribed: 40 %

        ■ 0:00 ░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        space play  ←→ 5 s  w b word

        """
      ),
      (
        "failed",
        """
        == failed
        A note on the budget
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        The text cannot be read: the library is
        busy; try again
        ■ 0:00 ░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        r try again  space play  ←→ 5 s

        """
      ),
      (
        "gone",
        """
        == gone
        A note on the budget
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        We agreed on the budget. Please send it
        tomorrow.
        ■ 0:00 ░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        space play  ←→ 5 s  w b word

        """
      ),
    ])
  func states(name: String, text: String) async throws {
    let frame = try await preview.frames("--state", name, "--size", "40x7", "--script", "")
    #expect(frame == text)
  }

  @Test("The preview's states are those that have a frame here")
  func list() async throws {
    #expect(
      try await preview.frames("--list")
        == "usual\nempty\nlong\nloading\ntranscribing\nfailed\ngone\n")
  }

  @Test("A text that could not be read is read again, and audio that is gone is told of")
  func failures() async throws {
    let mended = try await preview.frames("--state", "failed", "--size", "40x6", "--script", "r")
    #expect(
      mended.contains("== r\n")
        && mended.hasSuffix(
          """
          A note on the budget
          2026-09-10 · 11 s · speech · example
          ────────────────────────────────────────
          We agreed on the budget. Please send it
          ■ 0:00 ░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
          space play  ←→ 5 s  w b word

          """)
    )
    let gone = try await preview.frames(
      "--state", "gone", "--size", "40x9", "--script", "space enter")
    #expect(
      gone == """
        == gone
        A note on the budget
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        We agreed on the budget. Please send it
        tomorrow.


        ■ 0:00 ░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        space play  ←→ 5 s  w b word
        == space
        A note on the budget
        ╭ The audio of this memo is gone. ─────╮
        │ Its file is not in the library's     │
        │ folder. The text can still be read   │
        │ and mended.                          │
        │                                      │
        │                               [ OK ] │
        ╰──────────────────────────────────────╯
        space play  ←→ 5 s  w b word
        == enter
        A note on the budget
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        We agreed on the budget. Please send it
        tomorrow.


        ■ 0:00 ░░░░░░░░░░░░░░░░░ 0:11 audio gone
        space play  ←→ 5 s  w b word

        """)
  }

  @Test("On the smallest terminal there are a line of text and the controls")
  func small() async throws {
    #expect(
      try await preview.frames("--size", "20x5", "--script", "e") == """
        == usual
        A note on the budget
        2026-09-10 · 11 s ·…
        ────────────────────
        We agreed on the
        ■ 0:00 ░░░░░░░░ 0:11
        == e
        A note on the budget
        2026-09-10 · 11 s ·…
        ────────────────────
        Mend: ‹e budget.
        ■ 0:00 ░░░░░░░░ 0:11

        """)
  }

  @Test("The spoken word and the chosen one are lit, and the line of the word is in sight")
  func lit() {
    var state = PlaybackFeature.State(recording: Shared(value: .mock), currentTime: 1.2)
    state.transcript = .loaded(Transcript(.preview(String(repeating: "all is well ", count: 40))))
    state.currentWordIndex = 3
    state.chosenWordIndex = 100
    let store = Store(initialState: state) { PlaybackFeature() }
    func text() -> String {
      Frame(PlaybackView(store: store).view, size: Size(width: 24, height: 9))
        .text { style in
          if style.background == .role(.spoken) { return ("<", ">") }
          return style.attributes.contains(.reverse) ? ("[", "]") : nil
        }
    }
    #expect(text().contains("all [is] well"))
    #expect(!text().contains("<"), "it has scrolled away")
    store.send(.cancelButtonTapped)
    #expect(text().contains("all is well <all> is well"))
  }

  @Test("Keys that mean nothing here are left to others, and an alert lets none through")
  func keys() async {
    var state = PlaybackFeature.State(recording: Shared(value: .mock))
    state.transcript = .loaded(Transcript(.mock))
    let store = Store(initialState: state) { PlaybackFeature() }
    let view = PlaybackView(store: store)
    for key: Key in ["q", "x", .escape, .enter, .tab, "r"] {
      #expect(!view.handle(.key(key)), "\(key)")
    }
    #expect(!view.handle(.resize(Size(width: 9, height: 9))))
    #expect(view.handle(.key("e")))
    #expect(view.handle(.paste("\nand so on")))
    #expect(store.editing?.field.text == "We agreed on the budget. and so on")
    #expect(view.handle(.key("q")), "it is typed")
    #expect(view.handle(.key(.escape)))
    #expect(store.editing == nil)
    await store.send(.playbackFinished(.failure(CancellationError()))).finish()
    #expect(view.handle(.key("q")))
    #expect(store.alert != nil)
    #expect(view.handle(.key(.enter)))
    #expect(store.alert == nil)
  }

  @Test("A session in which a memo is played, mended and named replays to the same frames")
  func replay() async throws {
    let replayed = try await preview.replay(
      ofTyping: [" ", "w", "\r", "e", "!", "\r", " ", "u", "+", " ", "s", "t", "x", "\r"],
      in: "usual")
    #expect(replayed.contains("▶ 0:00") && replayed.contains("‖ 0:0"))
    #expect(replayed.contains("Mend: We agreed on the budget.!"))
    #expect(replayed.contains("1.25×  no silence") || replayed.contains("1.25× no silence"))
  }

  @Test("On a terminal of ASCII alone every sign has another")
  func ascii() async throws {
    for state in ["usual", "empty", "long", "loading", "transcribing", "failed", "gone"] {
      let frames = try await preview.frames(
        "--state", state, "--ascii", "--size", "60x9", "--script", "space wait:1 + space e")
      #expect(frames.allSatisfy { $0.isASCII }, "\(frames)")
    }
  }
}
