import ComposableArchitecture
import DependenciesTestSupport
import PlaybackFeature
import PreviewHarness
import SharedModels
import Styleguide
import TerminalUI
import Testing

@testable import PlaybackPreview

/// Comparisons of the preview's frames with the ones below.
@Suite("Playback: frames")
@MainActor
struct PreviewTests {
  private let preview = PlaybackPreview.preview

  @Test("A script plays, selects a word, edits a segment, and sets tags")
  func script() async throws {
    let script =
      "space wait:1 space w w enter e ctrl+w type:plan. enter t ctrl+u type:Money enter +"
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
        space play  ←→ 5 s  w b word  ↑↓ segment
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
        space play  ←→ 5 s  w b word  ↑↓ segment
        == w
        A note on the budget ★
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        We agreed on the budget. Please send
        it tomorrow.

        ‖ 0:00 ██▍░░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        space play  enter play here  esc clear
        == w
        A note on the budget ★
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        We agreed on the budget. Please send
        it tomorrow.

        ‖ 0:00 ██▍░░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        space play  enter play here  esc clear
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
        space pause  ←→ 5 s  w b word
        == t
        A note on the budget ★
        Tags: speech, example
        ────────────────────────────────────────
        We agreed on the plan. Please send it
        tomorrow.

        ▶ 0:01 ███▎░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        enter save  esc cancel
        == ctrl+u
        A note on the budget ★
        Tags: separated by commas
        ────────────────────────────────────────
        We agreed on the plan. Please send it
        tomorrow.

        ▶ 0:01 ███▎░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        enter save  esc cancel
        == type:Money
        A note on the budget ★
        Tags: Money
        ────────────────────────────────────────
        We agreed on the plan. Please send it
        tomorrow.

        ▶ 0:01 ███▎░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        enter save  esc cancel
        == enter
        A note on the budget ★
        2026-09-10 · 11 s · Money
        ────────────────────────────────────────
        We agreed on the plan. Please send it
        tomorrow.

        ▶ 0:01 ███▎░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        space pause  ←→ 5 s  w b word
        == +
        A note on the budget ★
        2026-09-10 · 11 s · Money
        ────────────────────────────────────────
        We agreed on the plan. Please send it
        tomorrow.

        ▶ 0:01 ██▌░░░░░░░░░░░░░░░░░░░ 0:11 1.25×
        space pause  ←→ 5 s  w b word

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
        space play  ←→ 5 s  w b word  ↑↓ segment

        """
      ),
      (
        "empty",
        """
        == empty
        Untitled, 2026-09-10
        2026-09-10 · 3 s
        ────────────────────────────────────────
        No speech detected.

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
        space play  ←→ 5 s  w b word  ↑↓ segment

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
        space play  ←→ 5 s  w b word  ↑↓ segment

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
        Transcribing: 40%

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
        The transcript cannot be read: the
        library is busy; try again
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
        space play  ←→ 5 s  w b word  ↑↓ segment

        """
      ),
    ])
  func states(name: String, text: String) async throws {
    let frame = try await preview.frames("--state", name, "--size", "40x7", "--script", "")
    #expect(frame == text)
  }

  @Test("The preview contains the states that have a frame here")
  func list() async throws {
    #expect(
      try await preview.frames("--list")
        == "usual\nempty\nlong\ntalk\nvoices\nunsaved\nloading\ntranscribing\nfailed\ngone\n")
  }

  @Test("Unreadable text is reloaded, and missing audio is reported")
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
          space play  ←→ 5 s  w b word  ↑↓ segment

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
        space play  ←→ 5 s  w b word  ↑↓ segment
        == space
        A note on the budget ★
        ╭ This memo's audio file is missing. ──╮
        │ It is not in the library folder. You │
        │ can still read and edit the          │
        │ transcript.                          │
        │                                      │
        │                               [ OK ] │
        ╰──────────────────────────────────────╯
        space play  ←→ 5 s  w b word  ↑↓ segment
        == enter
        A note on the budget ★
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────
        We agreed on the budget. Please send
        it tomorrow.


        ■ 0:00 ░░░░░░░░░░░░░░░░░░░ 0:11 no audio
        space play  ←→ 5 s  w b word  ↑↓ segment

        """)
  }

  @Test("With styles, frames mark the selected word and the match that was found")
  func styles() async throws {
    let frames = try await preview.frames(
      "--styles", "--state", "usual", "--size", "60x9", "--script", "w / type:send")
    #expect(frames.contains("{underline reverse:We} agreed"), "\(frames)")
    #expect(frames.contains("Please {underline reverse:send} it"), "\(frames)")
    #expect(frames.contains("{accent:Find:}"), "\(frames)")
  }
}
