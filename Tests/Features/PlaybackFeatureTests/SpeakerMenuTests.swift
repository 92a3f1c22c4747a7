import PreviewHarness
import Testing

@testable import PlaybackPreview

/// The help shown by S.
@Suite("Playback: menu of speakers")
@MainActor
struct SpeakerMenuTests {
  private func frame(_ script: String, of state: String = "voices") async throws -> String {
    try await PlaybackPreview.preview.lastFrame(of: state, script, size: "64x14")
  }

  @Test("One menu has all speaker commands")
  func menu() async throws {
    #expect(
      try await frame("S") == """
        == S
        A note on the budget ★
        202╭ Speakers ──────────────────────────────────────────────╮
        ───│ Rename Anna                                            │───
        0:0│ Merge Anna into another speaker                        │
        0:0│ Start a new speaker at this word                       │
           │ Assign this turn to another speaker                    │
           │ Remember Anna's voice                                  │
           │ Detect speakers again                                  │
           │ Forget a voice                                         │
           │                                                        │
           │ enter choose  ↑↓ select  esc cancel                    │
           ╰────────────────────────────────────────────────────────╯
        ■ 0:00 ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        space play  ←→ 5 s  w b word  ↑↓ segment  / find  e edit
        """)
    #expect(try await !frame("S escape").contains("Speakers"))
  }

  @Test("Speakers are merged, split, given turns and found by keys alone")
  func changed() async throws {
    #expect(try await frame("S down enter enter").contains("Speaker 2: We agreed"))
    #expect(try await !frame("S down enter enter").contains("Anna"))
    // From the second sentence on, another speaker speaks.
    #expect(
      try await frame("down down S down down enter").contains("Speaker 3: Please send it tomorrow.")
    )
    #expect(try await frame("S down down down enter end enter").contains("Speaker 3: We agreed"))
    #expect(try await frame("S enter wait:1", of: "usual").contains("Speaker 1: We agreed"))
  }

  @Test("Remembering or forgetting a voice asks first")
  func voices() async throws {
    let remember = try await frame("S down down down down enter")
    #expect(remember.contains("Remember Anna's voice?") && remember.contains("personal data"))
    #expect(try await !frame("S", of: "talk").contains("Remember"), "the settings do not allow it")
    #expect(try await frame("S end enter").contains("Forget a voice"))
    let forget = try await frame("S end enter down enter")
    #expect(forget.contains("Forget Carla's voice?") && forget.contains("[ Forget (y) ]"))
  }

  @Test("A text that came back from the editor and was not saved is offered when it is read again")
  func unsaved() async throws {
    #expect(
      try await frame("R", of: "unsaved") == """
        == R
        A note on the budget ★
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────────────────────────────
        0:╭ Your edits were not saved. ──────────────────────────────╮
          │ The text from your editor is still available, but the    │
          │ transcript has changed since. If you edit and save it,   │
          │ it replaces the transcript.                              │
          │                                                          │
          │                   [ Edit (e) ] [ Discard (y) ] [ Later ] │
          ╰──────────────────────────────────────────────────────────╯


        ■ 0:00 ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        space play  ←→ 5 s  w b word  ↑↓ segment  / find  e edit
        """)
    let edited = try await frame("R e", of: "unsaved")
    #expect(edited.contains("What was typed in the editor.") && !edited.contains("were not saved"))
  }
}
