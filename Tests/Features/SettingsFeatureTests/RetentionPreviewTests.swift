import ComposableArchitecture
import PreviewHarness
import TerminalUI
import Testing

@testable import SettingsPreview

@MainActor
struct RetentionPreviewTests {
  private let preview = SettingsPreview.preview

  @Test("What would be deleted is shown first")
  func review() async throws {
    #expect(
      try await preview.lastFrame(
        of: "usual", "down down down down down enter type:30 enter", size: "72x18") == """
          == enter
          Settings
          ────────────────────────────────────────────────────────────────────────
          Speech engine  Whisper
          Model          small
          Languag╭ What would be deleted now ─────────────────────────────╮
          Vocabul│ 2 memos to the trash, from where you can restore them: │
          Theme  │ 704 KB.                                                │
          Old mem│                                                        │
          Trash  │ Ideas for the garden                      to the trash │
          Speaker│ 会議のメモ 🎙️                             to the trash │
          ───────│                                                        │───────
          Memos t│ y do it  esc cancel  ↑↓ see all                        │en the
          app sta╰────────────────────────────────────────────────────────╯




          enter change  ↑↓ choose
          """)
  }

  @Test("What is deleted permanently is told as such")
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
          Vocabul╭ What would be deleted now ─────────────────────────────╮
          Theme  │ 1 memo for good, which cannot be undone: 352 KB will   │
          Old mem│ be freed.                                              │
          Trash  │                                                        │
          Speaker│ Budget meeting                                for good │
          ───────│                                                        │───────
          What ha│ y do it  esc cancel                                    │ the
          app sta╰────────────────────────────────────────────────────────╯




          enter change  ↑↓ choose
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
          Theme          for a dark background
          Old memos      kept forever
          Trash          kept forever
          Speakers       not told apart
          ────────────────────────────────────────────────────────────────────────
          Memos that have been in the library for longer go to the trash when the
          app starts. Favourites stay, and so does what you restore.

          enter change  ↑↓ choose
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
          Theme          for a dark background
          Old memos      to the trash after 30 days
          Trash          kept forever
          Speakers       not told apart
          ────────────────────────────────────────────────────────────────────────
          2 memos moved to the trash.
          Memos that have been in the library for longer go to the trash when the
          app starts. Favourites stay, and so does what you restore.

          u undo  enter change  ↑↓ choose
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
          Theme          for a dark background
          Old memos      kept forever
          Trash          kept forever
          Speakers       not told apart
          ────────────────────────────────────────────────────────────────────────
          2 memos back in the library.
          Memos that have been in the library for longer go to the trash when the
          app starts. Favourites stay, and so does what you restore.

          enter change  ↑↓ choose
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
          Vocabul╭ What would be deleted now ─────────────────────────────╮
          Theme  │ Nothing is old enough. From now on, older memos will   │
          Old mem│ be removed.                                            │
          Trash  │                                                        │
          Speaker│ y save  esc cancel                                     │
          ───────╰────────────────────────────────────────────────────────╯───────
          Memos that have been in the library for longer go to the trash when the
          app starts. Favourites stay, and so does what you restore.


          enter change  ↑↓ choose
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

  @Test("Days are not set where it cannot be worked out what would be deleted")
  func failed() async throws {
    let frame = try await preview.lastFrame(
      of: "failed", "down down down down down enter type:30 enter", size: "100x20")
    #expect(frame.contains("Could not work out which memos would be deleted."))
    #expect(frame.contains("Old memos      kept"))
  }
}
