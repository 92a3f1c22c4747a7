import ComposableArchitecture
import PreviewHarness
import Testing

@testable import SearchPreview

@MainActor
struct PreviewTests {
  private let preview = SearchPreview.preview

  @Test("Words are found during typing, grouped by memo, each match with its time")
  func usual() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "type:budget wait:0.2") == """
        == wait:0.2
        Search: budget                                                   2 memos
        ────────────────────────────────────────────────────────────────────────
        Budget meeting                                                      3:03
             0:01 budget
             0:03 budget
        会議のメモ 🎙️                                                       2:02
             0:01 budget

        ↑↓ select  enter open match  esc clear
        """)
  }

  @Test("A memo whose title alone matches stands alone")
  func title() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "type:garden wait:0.2", size: "72x7") == """
        == wait:0.2
        Search: garden                                                    1 memo
        ────────────────────────────────────────────────────────────────────────
        Ideas for the garden                                                1:01



        enter open match  esc clear
        """)
  }

  @Test("Nothing is searched while the user types")
  func typing() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "type:bud wait:0.1", size: "72x7") == """
        == wait:0.1
        Search: bud                                                   searching…
        ────────────────────────────────────────────────────────────────────────

                     Type words to find in transcripts and titles.


        enter open match  esc clear
        """)
  }

  @Test("Clearing shows the search help")
  func cleared() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "type:bud wait:0.2 escape", size: "72x7") == """
        == escape
        Search: words or "a phrase"
        ────────────────────────────────────────────────────────────────────────

                     Type words to find in transcripts and titles.



        """)
  }

  @Test("A search without results shows a message")
  func nothing() async throws {
    #expect(
      try await preview.lastFrame(of: "empty", "type:xyz wait:0.2", size: "72x7") == """
        == wait:0.2
        Search: xyz                                                      0 memos
        ────────────────────────────────────────────────────────────────────────

                                 No results for 'xyz'.


        esc clear
        """)
  }

  @Test("The selected one of many results is visible")
  func long() async throws {
    #expect(
      try await preview.lastFrame(of: "long", "type:agreed wait:0.2 pagedown pagedown") == """
        == pagedown
        Search: agreed                                                 500 memos
        ────────────────────────────────────────────────────────────────────────
        Memo 497                                                        8:25:17┃
             0:00 agreed                                                       │
        Memo 496                                                        8:24:16│
             0:00 agreed                                                       │
        Memo 495                                                        8:23:15│
             0:00 agreed                                                       │
        ↑↓ select  enter open match  esc clear
        """)
  }

  @Test("Moving down shows every result")
  func all() async throws {
    let script = "type:agreed wait:0.2" + String(repeating: " pagedown", count: 200)
    let frame = try await preview.lastFrame(of: "long", script)
    #expect(frame.contains("500 memos") && frame.contains("Memo 1 "), "\(frame)")
  }

  @Test("A slow search shows that it is running")
  func loading() async throws {
    #expect(
      try await preview.lastFrame(of: "loading", "type:a wait:0.2", size: "72x7") == """
        == wait:0.2
        Search: a                                                     searching…
        ────────────────────────────────────────────────────────────────────────

                     Type words to find in transcripts and titles.


        enter open match  esc clear
        """)
  }

  @Test("A failed search shows the reason")
  func failed() async throws {
    #expect(
      try await preview.lastFrame(of: "failed", "type:a wait:0.2", size: "72x7") == """
        == wait:0.2
        Search: a
        ────────────────────────────────────────────────────────────────────────

           The library is busy: another program is writing to library.sqlite;
                               try again when it is done.

        esc clear
        """)
  }

  @Test("On a small terminal the places are cut, not broken")
  func small() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "type:budget wait:0.2", size: "20x5") == """
        == wait:0.2
        Sear… budget  2 mem…
        ────────────────────
        Budget meeti…  3:03┃
             0:01 budget   │
        ↑↓ select  esc clear
        """)
  }

  @Test("On an ASCII terminal every glyph has a replacement")
  func ascii() async throws {
    let frames = try await preview.frames(
      "--state", "long", "--ascii", "--size", "60x9", "--script", "type:agreed wait:0.2 down")
    #expect(frames.allSatisfy { $0.isASCII }, "\(frames)")
  }
}
