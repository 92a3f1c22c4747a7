import ComposableArchitecture
import PreviewHarness
import Testing

@testable import StatsPreview

@MainActor
struct PreviewTests {
  private let preview = StatsPreview.preview

  @Test("Weekly bars are proportional to the recorded time")
  func usual() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "wait:1", size: "72x14") == """
        == wait:1
        5 memos, 2 h 43 min, 20,538 words
        ────────────────────────────────────────────────────────────────────────
        Longest   1 h 35 min, Call with Zoë
        Speed     126 words a minute
        Most said budget (2,934), explained (1,467), garden (1,467), larger
                  (1,467), zoë (1,467)
        ────────────────────────────────────────────────────────────────────────
        2026-11-16 █████████████████████████████████▍                  1 h 4 min
        2026-11-09 █▋                                                      3 min
        2026-11-02                                                           0 s
        2026-10-26                                                           0 s
        2026-10-19 ██████████████████████████████████████████████████ 1 h 36 min

        ←→ by length
        """)
  }

  @Test("The bars show words, too")
  func words() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "wait:1 right", size: "72x14") == """
        == right
        5 memos, 2 h 43 min, 20,538 words
        ────────────────────────────────────────────────────────────────────────
        Longest   1 h 35 min, Call with Zoë
        Speed     126 words a minute
        Most said budget (2,934), explained (1,467), garden (1,467), larger
                  (1,467), zoë (1,467)
        ────────────────────────────────────────────────────────────────────────
        2026-11-16 ████████████████████████████████████                    8,064
        2026-11-09 █▊                                                        378
        2026-11-02                                                             0
        2026-10-26                                                             0
        2026-10-19 ██████████████████████████████████████████████████████ 12,096

        ←→ by words
        """)
  }

  @Test("The bars show memos, too")
  func memos() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "wait:1 left", size: "72x14") == """
        == left
        5 memos, 2 h 43 min, 20,538 words
        ────────────────────────────────────────────────────────────────────────
        Longest   1 h 35 min, Call with Zoë
        Speed     126 words a minute
        Most said budget (2,934), explained (1,467), garden (1,467), larger
                  (1,467), zoë (1,467)
        ────────────────────────────────────────────────────────────────────────
        2026-11-16 ███████████████████████████████████████████████████████████ 2
        2026-11-09 █████████████████████████████▌                              1
        2026-11-02                                                             0
        2026-10-26                                                             0
        2026-10-19 ███████████████████████████████████████████████████████████ 2

        ←→ by memos
        """)
  }

  @Test("Content that does not fit scrolls by lines, pages and to its ends")
  func scrolled() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "wait:1 down", size: "40x12") == """
        == down
        5 memos, 2 h 43 min, 20,538 words
        ────────────────────────────────────────
        Speed     126 words a minute           │
        Most said budget (2,934), explained    ┃
                  (1,467), garden (1,467),     ┃
                  larger (1,467), zoë (1,467)  ┃
        ───────────────────────────────────────┃
        2026-11-16 ███████████▍       1 h 4 min┃
        2026-11-09 ▌                      3 min┃
        2026-11-02                          0 s┃
        2026-10-26                          0 s│
        ←→ by length
        """)
    #expect(
      try await preview.lastFrame(of: "usual", "wait:1 end", size: "40x12") == """
        == end
        5 memos, 2 h 43 min, 20,538 words
        ────────────────────────────────────────
        Most said budget (2,934), explained    │
                  (1,467), garden (1,467),     │
                  larger (1,467), zoë (1,467)  ┃
        ───────────────────────────────────────┃
        2026-11-16 ███████████▍       1 h 4 min┃
        2026-11-09 ▌                      3 min┃
        2026-11-02                          0 s┃
        2026-10-26                          0 s┃
        2026-10-19 █████████████████ 1 h 36 min┃
        ←→ by length
        """)
    #expect(
      try await preview.lastFrame(of: "long", "wait:1 end", size: "40x12") == """
        == end
        1,000 memos, 751 h 40 min, 14,000 words
        ────────────────────────────────────────
        2026-02-16 ███▎              5 h 36 min│
        2026-02-09 ███████▌         12 h 57 min│
        2026-02-02 ███████████▊     20 h 18 min│
        2026-01-26 ████████████████ 27 h 39 min│
        2026-01-19 ██▉                      5 h│
        2026-01-12 ██████▎          10 h 51 min│
        2026-01-05 ██████████▌      18 h 12 min│
        2025-12-29 ██████████████▊  25 h 33 min│
        2025-12-22 ██████▍           11 h 4 min┃
        ←→ by length
        """)
    let frames = try await preview.frames(
      "--state", "long", "--size", "40x12", "--script", "wait:1 pagedown pageup ctrl+d home")
    let pages = frames.components(separatedBy: "\n== ").map {
      $0.split(separator: "\n").dropFirst()
    }
    #expect(pages[2] != pages[1] && pages[3] == pages[1])
    #expect(pages[4] != pages[1] && pages[4] != pages[2] && pages[5] == pages[1])
  }

  @Test("As many weeks are shown as fit")
  func long() async throws {
    #expect(
      try await preview.lastFrame(of: "long", "wait:1", size: "72x16") == """
        == wait:1
        1,000 memos, 751 h 40 min, 14,000 words
        ────────────────────────────────────────────────────────────────────────
        Longest   1 h 30 min, Untitled                                         ┃
        Speed     0 words a minute                                             ┃
        Most said budget (2,000), explained (1,000), garden (1,000), larger    ┃
                  (1,000), zoë (1,000)                                         │
        ───────────────────────────────────────────────────────────────────────│
        2026-11-16 ████▍                                             2 h 33 min│
        2026-11-09 █████████████████                                 9 h 48 min│
        2026-11-02 █████████████████████████████▊                    17 h 9 min│
        2026-10-26 ██████████████████████████████████████████▌      24 h 30 min│
        2026-10-19 ██████████████████████████▋                      15 h 21 min│
        2026-10-12 █████████████▍                                    7 h 42 min│
        2026-10-05 ██████████████████████████▏                       15 h 3 min│
        2026-09-28 ██████████████████████████████████████▉          22 h 24 min│
        ←→ by length
        """)
  }

  @Test("An empty library shows what to do")
  func empty() async throws {
    #expect(
      try await preview.lastFrame(of: "empty", "wait:1", size: "72x7") == """
        == wait:1


                     Nothing to count yet: record or import a memo.




        """)
  }

  @Test("A loading library is not shown as empty")
  func loading() async throws {
    #expect(
      try await preview.lastFrame(of: "loading", "wait:1", size: "72x7") == """
        == wait:1


                                       Counting…




        """)
  }

  @Test("Words that cannot be counted show the reason, with the other statistics")
  func failed() async throws {
    #expect(
      try await preview.lastFrame(of: "failed", "wait:1", size: "72x14") == """
        == wait:1
        5 memos, 2 h 43 min
        ────────────────────────────────────────────────────────────────────────
        Longest   1 h 35 min, Call with Zoë
        The words could not be counted: the library is busy: another program is
        writing to library.sqlite; try again when it is done
        ────────────────────────────────────────────────────────────────────────
        2026-11-16 █████████████████████████████████▍                  1 h 4 min
        2026-11-09 █▋                                                      3 min
        2026-11-02                                                           0 s
        2026-10-26                                                           0 s
        2026-10-19 ██████████████████████████████████████████████████ 1 h 36 min


        R try again  ←→ by length
        """)
  }

  @Test("On a narrow terminal bars and facts share the room")
  func narrow() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "wait:1", size: "40x10") == """
        == wait:1
        5 memos, 2 h 43 min, 20,538 words
        ────────────────────────────────────────
        Longest   1 h 35 min, Call with Zoë    ┃
        Speed     126 words a minute           ┃
        Most said budget (2,934), explained    ┃
                  (1,467), garden (1,467),     ┃
                  larger (1,467), zoë (1,467)  │
        ───────────────────────────────────────│
        2026-11-16 ███████████▍       1 h 4 min│
        ←→ by length
        """)
  }

  @Test("On the smallest terminal nothing breaks")
  func small() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "wait:1", size: "20x5") == """
        == wait:1
        5 memos, 2 h 43 min…
        ────────────────────
        Longest   1 h 35   ┃
                  min, Call│
        ←→ by length
        """)
  }

  @Test("A session that was recorded shows the same when it is replayed")
  func replay() async throws {
    let frames = try await preview.replay(
      ofTyping: ["\u{1b}[C", "\u{1b}[C", "R", "j"], in: "usual")
    #expect(frames.contains("by memos"))
  }

  @Test("On an ASCII terminal every glyph has a replacement", arguments: ["usual", "loading"])
  func ascii(state: String) async throws {
    let frames = try await preview.frames(
      "--state", state, "--ascii", "--size", "60x14", "--script", "wait:1 right")
    #expect(frames.contains("== \(state)"))
    #expect(
      frames.replacing("zoë", with: "").replacing("Zoë", with: "").allSatisfy { $0.isASCII },
      "\(frames)")
  }
}
