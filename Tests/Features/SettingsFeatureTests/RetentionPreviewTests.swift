import ComposableArchitecture
import PreviewHarness
import TerminalUI
import Testing

@testable import SettingsPreview

@MainActor
struct RetentionPreviewTests {
  private let preview = SettingsPreview.preview

  @Test("The memos that would be deleted are shown first")
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
          Vocabul│ 2 memos (704 KB) will move to the trash. This can be   │
          Theme  │ undone.                                                │
          Old mem│                                                        │
          Trash  │ Ideas for the garden                      to the trash │
          Speaker│ 会議のメモ 🎙️                             to the trash │
          Quality│                                                        │
          Device │ y apply  esc cancel  ↑↓ scroll                         │
          Languag╰────────────────────────────────────────────────────────╯
          ────────────────────────────────────────────────────────────────────────
          How long memos stay in the library. Older ones move to the trash when
          the app starts. Favorites and memos you restore stay.

          enter change  ↑↓ select
          """)
  }

  @Test("Permanent deletion is labeled as such")
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
          Theme  │ 1 memo will be permanently deleted, freeing 352 KB.    │
          Old mem│ This cannot be undone.                                 │
          Trash  │                                                        │
          Speaker│ Budget meeting                             permanently │
          Quality│                                                        │
          Device │ y apply  esc cancel                                    │
          Languag╰────────────────────────────────────────────────────────╯
          ────────────────────────────────────────────────────────────────────────
          How long memos stay in the trash. Older ones are permanently deleted,
          audio included, when the app starts.

          enter change  ↑↓ select
          """)
  }

  @Test("Nothing is moved by the return key")
  func returnKey() async throws {
    #expect(
      try await preview.lastFrame(
        of: "usual", "down down down down down enter type:30 enter enter", size: "72x18") == """
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
          Speakers       not detected
          Quality        fast
          Device         chosen by the engine
          Languages      all
          ────────────────────────────────────────────────────────────────────────
          How long memos stay in the library. Older ones move to the trash when
          the app starts. Favorites and memos you restore stay.

          enter change  ↑↓ select
          """)
  }

  @Test("Removed memos are reported")
  func gone() async throws {
    #expect(
      try await preview.lastFrame(
        of: "usual", "down down down down down enter type:30 enter y", size: "72x19") == """
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
          Speakers       not detected
          Quality        fast
          Device         chosen by the engine
          Languages      all
          ────────────────────────────────────────────────────────────────────────
          2 memos moved to the trash.
          How long memos stay in the library. Older ones move to the trash when
          the app starts. Favorites and memos you restore stay.

          enter change  ↑↓ select
          """)
  }

  @Test("If no memo is old enough, the question says so")
  func nothingOld() async throws {
    #expect(
      try await preview.lastFrame(
        of: "empty", "down down down down down enter type:30 enter", size: "72x16") == """
          == enter
          Settings
          ────────────────────────────────────────────────────────────────────────
          Speech engine  Whisper
          Model          engine default (tiny.en)
          Language       auto
          Vocabul╭ What would be deleted now ─────────────────────────────╮
          Theme  │ Nothing yet. Memos will be deleted when they are old   │
          Old mem│ enough.                                                │
          Trash  │                                                        │
          Speaker│ y save  esc cancel                                     │
          Quality╰────────────────────────────────────────────────────────╯
          Device         chosen by the engine
          Languages      all
          ────────────────────────────────────────────────────────────────────────
          How long memos stay in the library. Older ones move to the trash when
          enter change  ↑↓ select
          """)
  }

  @Test("A session replays to the same frames")
  func replay() async throws {
    let keys =
      Array(repeating: "j", count: 6) + ["\r", "7", "\r", "y", "k", "\r", "5", "\r", "y"]
    let replayed = try await preview.replay(
      ofTyping: keys, in: "usual", size: Size(width: 72, height: 18))
    #expect(replayed.contains("1 memo permanently deleted, 352 KB freed."))
    #expect(replayed.contains("2 memos moved to the trash."))
  }

  @Test("Retention is not changed if the affected memos cannot be determined")
  func failed() async throws {
    let frame = try await preview.lastFrame(
      of: "failed", "down down down down down enter type:30 enter", size: "100x20")
    #expect(frame.contains("Could not determine which memos would be deleted."))
    #expect(frame.contains("Old memos      kept"))
  }
}
