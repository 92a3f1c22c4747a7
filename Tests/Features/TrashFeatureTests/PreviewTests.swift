import PreviewHarness
import Testing

@testable import TrashPreview

/// Comparisons of the preview's frames with the ones below.
@MainActor
struct PreviewTests {
  private let preview = TrashPreview.preview

  @Test("Memos are shown with when they were deleted and how long they stay")
  func usual() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "down", size: "72x9") == """
        == down
        Trash                                                    4 memos, 1.4 MB
        ────────────────────────────────────────────────────────────────────────
        A thought on the train     30 days left    1:11 deleted 2026-11-21 10:00
        会議のメモ 🎙️              29 days left    2:11 deleted 2026-11-20 06:00
        Untitled                   14 days left    3:11 deleted 2026-11-04 20:00
        Ideas for the garden         1 day left    4:11 deleted 2026-10-23 08:00

        After 30 days here, memos are permanently deleted when the app starts.
        u restore  d delete  esc back  X empty  enter open  I info
        """)
  }

  @Test("If the settings keep memos forever, no days are shown")
  func forever() async throws {
    #expect(
      try await preview.lastFrame(of: "forever", "down", size: "72x9") == """
        == down
        Trash                                                    4 memos, 1.4 MB
        ────────────────────────────────────────────────────────────────────────
        A thought on the train                     1:11 deleted 2026-11-21 10:00
        会議のメモ 🎙️                              2:11 deleted 2026-11-20 06:00
        Untitled                                   3:11 deleted 2026-11-04 20:00
        Ideas for the garden                       4:11 deleted 2026-10-23 08:00

        Memos stay here until you delete them. You can change that in Settings.
        u restore  d delete  esc back  X empty  enter open  I info
        """)
  }

  @Test("A restored memo leaves the list, and a notice explains undo")
  func restore() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "down u", size: "72x9") == """
        == u
        Trash                                                    3 memos, 1.1 MB
        ────────────────────────────────────────────────────────────────────────
        A thought on the train     30 days left    1:11 deleted 2026-11-21 10:00
        Untitled                   14 days left    3:11 deleted 2026-11-04 20:00
        Ideas for the garden         1 day left    4:11 deleted 2026-10-23 08:00


        '会議のメモ 🎙️' is back in the library.
        u restore  d delete  esc back  X empty  enter open  I info
        """)
  }

  @Test("A memo's details open")
  func facts() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "I", size: "72x12") == """
        == I
        Trash                                                    4 memos, 1.4 MB
        ────────────────────────────────────────────────────────────────────────
        A thou╭ A thought on the train ──────────────────────────────────╮ 10:00
        会議の│ 2026-11-19 10:00, 1:11, 352 KB                           │ 06:00
        Untitl│ imported from speech.wav                                 │ 20:00
        Ideas │ deleted 2026-11-21 10:00                                 │ 08:00
              │ permanently deleted in 30 days                           │
              │                                                          │
              │                                                   [ OK ] │
              ╰──────────────────────────────────────────────────────────╯
        After 30 days here, memos are permanently deleted when the app starts.
        u restore  d delete  esc back  X empty  enter open  I info
        """)
  }

  @Test("Permanent deletion asks first, and the same key does not confirm")
  func delete() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "d d", size: "60x10") == """
        == d
        Trash                                        4 memos, 1.4 MB
        ────────────────────────────────────────────────────────────
        ╭ Permanently delete 'A thought on the train'? ────────────╮
        │ 1 memo, 352 KB. This cannot be undone.                   │
        │                                                          │
        │                                [ Delete (y) ] [ Cancel ] │
        ╰──────────────────────────────────────────────────────────╯
        After 30 days here, memos are permanently deleted when the
        app starts.
        u restore  d delete  esc back  X empty  enter open  I info
        """)
    #expect(
      try await preview.lastFrame(of: "usual", "d d y", size: "60x10") == """
        == y
        Trash                                        3 memos, 1.1 MB
        ────────────────────────────────────────────────────────────
        会議のメモ 🎙️                           29 days left    2:11
        Untitled                                14 days left    3:11
        Ideas for the garden                      1 day left    4:11



        1 memo permanently deleted, 352 KB freed.
        u restore  d delete  esc back  X empty  enter open  I info
        """)
  }

  @Test("All of it is deleted after a question")
  func emptied() async throws {
    let frames = try await preview.frames(
      "--state", "usual", "--size", "60x10", "--script", "X y")
    #expect(frames.contains("Empty the trash?") && frames.contains("4 memos, 1.4 MB. This cannot"))
    #expect(
      frames.contains("The trash is empty.") && frames.contains("4 memos permanently deleted"))
  }

  @Test("A long list scrolls")
  func long() async throws {
    #expect(
      try await preview.lastFrame(of: "long", "end", size: "60x8") == """
        == end
        Trash                                    1,000 memos, 352 MB
        ────────────────────────────────────────────────────────────
        Memo 996                       until the next start    6:11│
        Memo 997                       until the next start    7:11│
        Memo 998                       until the next start    8:11│
        Memo 999                       until the next start    9:11┃
        After 30 days here, memos are permanently deleted when the
        u restore  d delete  esc back  X empty  enter open  I info
        """)
  }

  @Test("Each state shows its problem")
  func states() async throws {
    #expect(
      try await preview.lastFrame(of: "empty", "X", size: "60x8") == """
        == X
        Trash
        ────────────────────────────────────────────────────────────


                            The trash is empty.


        esc back
        """)
    #expect(
      try await preview.lastFrame(of: "loading", "R", size: "60x8") == """
        == R
        Trash
        ────────────────────────────────────────────────────────────


                                  Loading…


        esc back
        """)
    #expect(
      try await preview.lastFrame(of: "failed", "R", size: "60x8") == """
        == R
        Trash
        ────────────────────────────────────────────────────────────
        The library is busy: another program is writing to
        library.sqlite; try again when it is done.



        R try again  esc back
        """)
    #expect(
      try await preview.lastFrame(of: "readonly", "u", size: "60x9") == """
        == u
        Trash                                        4 memos, 1.4 MB
        ╭ The memo could not be restored. ─────────────────────────╮
        │ no space left on the disk that holds library.sqlite:     │
        │ free some space and try again                            │
        │                                                          │
        │                                                   [ OK ] │
        ╰──────────────────────────────────────────────────────────╯
        in Settings.
        u restore  d delete  esc back  X empty  enter open  I info
        """)
    #expect(
      try await preview.lastFrame(of: "readonly", "d y", size: "60x9") == """
        == y
        Trash                                        4 memos, 1.4 MB
        ╭ Nothing was deleted. ────────────────────────────────────╮
        │ no space left on the disk that holds library.sqlite:     │
        │ free some space and try again                            │
        │                                                          │
        │                                                   [ OK ] │
        ╰──────────────────────────────────────────────────────────╯
        in Settings.
        u restore  d delete  esc back  X empty  enter open  I info
        """)
  }

  @Test("A small terminal shows titles and days")
  func small() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "down", size: "40x12") == """
        == down
        Trash                    4 memos, 1.4 MB
        ────────────────────────────────────────
        A thought on the train      30 days left
        会議のメモ 🎙️               29 days left
        Untitled                    14 days left
        Ideas for the garden          1 day left



        After 30 days here, memos are
        permanently deleted when the app starts.
        u restore  d delete  esc back  X empty
        """)
    #expect(
      try await preview.lastFrame(of: "usual", "down", size: "20x4") == """
        == down
        Trash  4 memos, 1.4…
        ────────────────────
        会議…  29 days left┃
        u restore  esc back
        """)
  }

  @Test("The preview contains the states that have a frame here")
  func list() async throws {
    #expect(
      try await preview.frames("--list")
        == "usual\nforever\nempty\nlong\nloading\nfailed\nreadonly\n")
  }

  @Test("A session that was recorded shows the same when it is replayed")
  func replay() async throws {
    let frames = try await preview.replay(ofTyping: ["j", "u", "d", "y"], in: "usual")
    #expect(frames.contains("is back in the library") && frames.contains("permanently deleted"))
  }

  @Test("On an ASCII terminal every glyph has a replacement", arguments: ["forever", "long"])
  func ascii(state: String) async throws {
    let frames = try await preview.frames(
      "--state", state, "--ascii", "--size", "60x9", "--script", "down u d y X")
    #expect(frames.replacing("会議のメモ 🎙️", with: "").allSatisfy { $0.isASCII }, "\(frames)")
  }
}
