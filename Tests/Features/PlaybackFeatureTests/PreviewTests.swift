import ComposableArchitecture
import DependenciesTestSupport
import PlaybackFeature
import PreviewHarness
import SharedModels
import Styleguide
import TerminalUI
import Testing

@testable import PlaybackPreview

/// What the preview shows, compared with the frames below.
@Suite("Playback: frames")
@MainActor
struct PreviewTests {
  private let preview = PlaybackPreview.preview

  @Test("A script plays, goes to a word, edits a sentence, undoes it, and gives a title")
  func script() async throws {
    let script =
      "space wait:1 space w w enter e ctrl+w type:plan. enter u t ctrl+u type:Money enter +"
    let frames = try await preview.frames("--size", "40x8", "--script", script)
    #expect(
      frames == """
        == usual
        A note on the budget ★
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        We agreed on the budget. Please send
        it tomorrow.

        ■ 0:00 ░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        space play  ←→ 5 s  w b word
        == space
        A note on the budget ★
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        We agreed on the budget. Please send
        it tomorrow.

        ▶ 0:00 ░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        space pause  ←→ 5 s  w b word
        == wait:1
        A note on the budget ★
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        We agreed on the budget. Please send
        it tomorrow.

        ▶ 0:00 ██▍░░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        space pause  ←→ 5 s  w b word
        == space
        A note on the budget ★
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        We agreed on the budget. Please send
        it tomorrow.

        ‖ 0:00 ██▍░░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        space play  ←→ 5 s  w b word
        == w
        A note on the budget ★
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        We agreed on the budget. Please send
        it tomorrow.

        ‖ 0:00 ██▍░░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        space play  enter play here  ←→ 5 s
        == w
        A note on the budget ★
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        We agreed on the budget. Please send
        it tomorrow.

        ‖ 0:00 ██▍░░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        space play  enter play here  ←→ 5 s
        == enter
        A note on the budget ★
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        We agreed on the budget. Please send
        it tomorrow.

        ▶ 0:01 ███▎░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        space pause  ←→ 5 s  w b word
        == e
        A note on the budget ★
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        We agreed on the budget. Please send
        it tomorrow.
        Edit: We agreed on the budget.
        ▶ 0:01 ███▎░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        enter save  esc cancel
        == ctrl+w
        A note on the budget ★
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        We agreed on the budget. Please send
        it tomorrow.
        Edit: We agreed on the
        ▶ 0:01 ███▎░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        enter save  esc cancel
        == type:plan.
        A note on the budget ★
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        We agreed on the budget. Please send
        it tomorrow.
        Edit: We agreed on the plan.
        ▶ 0:01 ███▎░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        enter save  esc cancel
        == enter
        A note on the budget ★
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        We agreed on the plan. Please send it
        tomorrow.

        ▶ 0:01 ███▎░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        space pause  u undo  ←→ 5 s  w b word
        == u
        A note on the budget ★
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        We agreed on the budget. Please send
        it tomorrow.

        ▶ 0:01 ███▎░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        space pause  ←→ 5 s  w b word
        == t
        A note on the budget ★
        Tags: speech, example
        ────────────────────────────────────────
        We agreed on the budget. Please send
        it tomorrow.

        ▶ 0:01 ███▎░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        enter save  esc cancel
        == ctrl+u
        A note on the budget ★
        Tags: separated by commas
        ────────────────────────────────────────
        We agreed on the budget. Please send
        it tomorrow.

        ▶ 0:01 ███▎░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        enter save  esc cancel
        == type:Money
        A note on the budget ★
        Tags: Money
        ────────────────────────────────────────
        We agreed on the budget. Please send
        it tomorrow.

        ▶ 0:01 ███▎░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        enter save  esc cancel
        == enter
        A note on the budget ★
        2026-09-10 · 11 s · Money
        ────────────────────────────────────────
        We agreed on the budget. Please send
        it tomorrow.

        ▶ 0:01 ███▎░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        space pause  u undo  ←→ 5 s  w b word
        == +
        A note on the budget ★
        2026-09-10 · 11 s · Money
        ────────────────────────────────────────
        We agreed on the budget. Please send
        it tomorrow.

        ▶ 0:01 ██▌░░░░░░░░░░░░░░░░░░░ 0:11 1.25×
        space pause  u undo  ←→ 5 s  w b word

        """)
  }

  @Test(
    "Each state has its frame", .dependencies,
    arguments: [
      (
        "usual",
        """
        == usual
        A note on the budget ★
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        We agreed on the budget. Please send
        it tomorrow.
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
        space play  ←→ 5 s  r rename  t tags

        """
      ),
      (
        "long",
        """
        == long
        A lecture
        2026-09-10 · 1 h
        ────────────────────────────────────────
        Sentence number 1 of a talk that goes  ┃
        on and on. Sentence number 2 of a talk │
        ■ 0:00 ░░░░░░░░░░░░░░░░░░░░░░░░░ 1:00:00
        space play  ←→ 5 s  w b word

        """
      ),
      (
        "talk",
        """
        == talk
        A note on the budget ★
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        Anna: We agreed on the budget.
        Speaker 2: Please send it tomorrow.
        ■ 0:00 ░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        space play  ←→ 5 s  w b word

        """
      ),
      (
        "loading",
        """
        == loading
        A note on the budget ★
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        Loading…

        ■ 0:00 ░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        space play  ←→ 5 s  r rename  t tags

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
        space play  ←→ 5 s  r rename  t tags

        """
      ),
      (
        "failed",
        """
        == failed
        A note on the budget ★
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        The text cannot be read: the library is
        busy; try again
        ■ 0:00 ░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        R try again  space play  ←→ 5 s

        """
      ),
      (
        "gone",
        """
        == gone
        A note on the budget ★
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        We agreed on the budget. Please send
        it tomorrow.
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
        == "usual\nempty\nlong\ntalk\nvoices\nunsaved\nloading\ntranscribing\nfailed\ngone\n")
  }

  @Test("A text that could not be read is read again, and audio that is gone is told of")
  func failures() async throws {
    let reloaded = try await preview.frames("--state", "failed", "--size", "40x6", "--script", "R")
    #expect(
      reloaded.contains("== R\n")
        && reloaded.hasSuffix(
          """
          A note on the budget ★
          2026-09-10 · 11 s · speech · example
          ────────────────────────────────────────
          We agreed on the budget. Please send   ┃
          ■ 0:00 ░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
          space play  ←→ 5 s  w b word

          """)
    )
    let gone = try await preview.frames(
      "--state", "gone", "--size", "40x9", "--script", "space enter")
    #expect(
      gone == """
        == gone
        A note on the budget ★
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        We agreed on the budget. Please send
        it tomorrow.


        ■ 0:00 ░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        space play  ←→ 5 s  w b word
        == space
        A note on the budget ★
        ╭ The audio of this memo is gone. ─────╮
        │ Its file is not in the library's     │
        │ folder. The text can still be read   │
        │ and edited.                          │
        │                                      │
        │                               [ OK ] │
        ╰──────────────────────────────────────╯
        space play  ←→ 5 s  w b word
        == enter
        A note on the budget ★
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        We agreed on the budget. Please send
        it tomorrow.


        ■ 0:00 ░░░░░░░░░░░░░░░░░ 0:11 audio gone
        space play  ←→ 5 s  w b word

        """)
  }

  @Test("On the smallest terminal there are a line of text and the controls")
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
        Edit: ‹e budget.
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

  @Test("Keys that mean nothing here are left to others, and an alert lets none through")
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
    #expect(store.alert != nil)
    #expect(screen.handle(.key(.enter), in: frame))
    #expect(store.alert == nil)
  }

  @Test("A session in which a memo is played, edited and named replays to the same frames")
  func replay() async throws {
    let replayed = try await preview.replay(
      ofTyping: [" ", "w", "\r", "e", "!", "\r", " ", "u", "+", " ", "s", "t", "x", "\r"],
      in: "usual")
    #expect(replayed.contains("▶ 0:00") && replayed.contains("‖ 0:0"))
    #expect(replayed.contains("Edit: We agreed on the budget.!"))
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
