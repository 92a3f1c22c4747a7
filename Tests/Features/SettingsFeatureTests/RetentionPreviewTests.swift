import ComposableArchitecture
import PreviewHarness
import TerminalUI
import Testing

@testable import SettingsPreview

@MainActor
struct RetentionPreviewTests {
  private let preview = SettingsPreview.preview

  @Test("What would go is shown before it goes")
  func review() async throws {
    #expect(
      try await preview.lastFrame(
        of: "usual", "down down down down down enter type:30 enter", size: "72x18") == """
          == enter
          Settings
          ────────────────────────────────────────────────────────────────────────
          Speech engine  Whisper
          Model          small
          Languag╭ What would go now ─────────────────────────────────────╮
          Vocabul│ 2 memos to the trash, from where you can bring them    │
          Colors │ back: 704 KB.                                          │
          Old mem│                                                        │
          Trash  │ Ideas for the garden                      to the trash │
          ───────│ 会議のメモ 🎙️                             to the trash │───────
          Memos t│                                                        │en the
          app sta│ y do it  esc cancel  ↑↓ see all                        │
                 ╰────────────────────────────────────────────────────────╯




          ↑↓ choose  enter change
          """)
  }

  @Test("What goes for good is told as such")
  func forGood() async throws {
    #expect(
      try await preview.lastFrame(
        of: "usual", "down down down down down down enter type:7 enter", size: "72x18") == """
          == enter
          Settings
          ────────────────────────────────────────────────────────────────────────
          Speech engine  Whisper
          Model          small
          Language       en
          Vocabul╭ What would go now ─────────────────────────────────────╮
          Colors │ 1 memo for good, which cannot be undone: 352 KB are    │
          Old mem│ freed.                                                 │
          Trash  │                                                        │
          ───────│ Budget meeting                                for good │───────
          What ha│                                                        │starts,
          its sou│ y do it  esc cancel  ↑↓ see all                        │
                 ╰────────────────────────────────────────────────────────╯




          ↑↓ choose  enter change
          """)
  }

  @Test("Nothing is moved by the return key")
  func returnKey() async throws {
    #expect(
      try await preview.lastFrame(
        of: "usual", "down down down down down enter type:30 enter enter", size: "72x15") == """
          == enter
          Settings
          ────────────────────────────────────────────────────────────────────────
          Speech engine  Whisper
          Model          small
          Language       en
          Vocabulary     2: Zoë, budget line
          Colors         for a dark background
          Old memos      kept for ever
          Trash          kept for ever
          ────────────────────────────────────────────────────────────────────────
          Memos that have been in the library for longer go to the trash when the
          app starts. Favourites stay, and so does what you bring back.


          ↑↓ choose  enter change
          """)
  }

  @Test("What has gone is told, with the way back")
  func gone() async throws {
    #expect(
      try await preview.lastFrame(
        of: "usual", "down down down down down enter type:30 enter y", size: "72x16") == """
          == y
          Settings
          ────────────────────────────────────────────────────────────────────────
          Speech engine  Whisper
          Model          small
          Language       en
          Vocabulary     2: Zoë, budget line
          Colors         for a dark background
          Old memos      to the trash after 30 days
          Trash          kept for ever
          ────────────────────────────────────────────────────────────────────────
          2 memos moved to the trash.
          Memos that have been in the library for longer go to the trash when the
          app starts. Favourites stay, and so does what you bring back.


          u undo  ↑↓ choose  enter change
          """)
  }

  @Test("What was brought back is told")
  func back() async throws {
    #expect(
      try await preview.lastFrame(
        of: "usual", "down down down down down enter type:30 enter y u", size: "72x16") == """
          == u
          Settings
          ────────────────────────────────────────────────────────────────────────
          Speech engine  Whisper
          Model          small
          Language       en
          Vocabulary     2: Zoë, budget line
          Colors         for a dark background
          Old memos      kept for ever
          Trash          kept for ever
          ────────────────────────────────────────────────────────────────────────
          2 memos back in the library.
          Memos that have been in the library for longer go to the trash when the
          app starts. Favourites stay, and so does what you bring back.


          ↑↓ choose  enter change
          """)
  }

  @Test("With nothing old enough, the question says so")
  func nothingOld() async throws {
    #expect(
      try await preview.lastFrame(
        of: "empty", "down down down down down enter type:30 enter", size: "72x16") == """
          == enter
          Settings
          ────────────────────────────────────────────────────────────────────────
          Speech engine  Whisper
          Model          the engine's own (tiny.en)
          Language       any
          Vocabul╭ What would go now ─────────────────────────────────────╮
          Colors │ Nothing is old enough. From now on, what gets older    │
          Old mem│ goes.                                                  │
          Trash  │                                                        │
          ───────│ y save  esc cancel  ↑↓ see all                         │───────
          Memos t╰────────────────────────────────────────────────────────╯en the
          app starts. Favourites stay, and so does what you bring back.



          ↑↓ choose  enter change
          """)
  }

  @Test("A session replays to the same frames")
  func replay() async throws {
    let keys =
      Array(repeating: "j", count: 6) + ["\r", "7", "\r", "y", "k", "\r", "5", "\r", "y", "u"]
    let replayed = try await preview.replay(
      ofTyping: keys, in: "usual", size: Size(width: 72, height: 18))
    #expect(replayed.contains("1 memo gone for good, 352 KB freed."))
    #expect(replayed.contains("2 memos moved to the trash."))
    #expect(replayed.contains("2 memos back in the library."))
  }

  @Test("Days are not set where it is not known what would go")
  func failed() async throws {
    let frame = try await preview.lastFrame(
      of: "failed", "down down down down down enter type:30 enter", size: "100x20")
    #expect(frame.contains("It is not known what would go."))
    #expect(frame.contains("Old memos      kept"))
  }
}
