import PreviewHarness
import Testing

@testable import AppPreview

/// From 110 columns on the memo stands beside the list.
@MainActor
struct WideTests {
  private let preview = AppPreview.preview

  @Test("The selected memo is shown beside the list after a delay")
  func chosen() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "down wait:0.3", size: "110x11") == """
        == wait:0.3
         Memos   Search   Queue   Statistics   Settings
        5 memos                      newest first │ Call with the builder ★
          Title                            Length │ 2025-12-29 · 8 s · home
          A thought on the train             0:05 │ ──────────────────────────────────────────────────────────────────
        ★ Call with the builder              0:08 │ 0:00  The roof is done on Friday. He needs the key to the shed
          会議のメモ 🎙️                      0:06 │       before that.
        ★ Budget meeting                     0:09 │
          Ideas for the garden               0:10 │
                                                  │
        enter open  r rename  t tags  f favorite  │ ■ 0:00 ▁▂▃▄▅▆▇▇██████▇▇▆▅▄▃▂▁▂▃▄▅▆▆▇▇██████▇▆▆▅▄▃▂▁▂▃▄▅▆▇▇███ 0:08
        space play  ctrl+n record  i import  tab search  x export  ? help  q quit
        """)
  }

  @Test("A memo playing beside the list reports once, elsewhere on its own line")
  func playing() async throws {
    let beside = try await preview.lastFrame(
      of: "usual", "down enter escape", size: "110x11")
    #expect(beside.split(separator: "▶").count == 2)
    #expect(beside.split(separator: "Call with the builder").count == 3, "in both panes")
    let elsewhere = try await preview.lastFrame(
      of: "usual", "down enter escape tab", size: "110x11")
    #expect(elsewhere.contains("\n▶ Call with the builder 0:00 "))
    let narrow = try await preview.lastFrame(
      of: "usual", "down enter escape", size: "109x11")
    #expect(narrow.contains("\n▶ Call with the builder 0:00 "))
  }

  @Test("Clicking the memo focuses it, and clicking the list focuses the list")
  func clicked() async throws {
    func footer(_ script: String) async throws -> String {
      let frame = try await preview.lastFrame(of: "usual", script, size: "110x11")
      return frame.split(separator: "\n", omittingEmptySubsequences: false).last.map(String.init)
        ?? ""
    }
    #expect(try await footer("down wait:0.3").hasPrefix("space play"))
    #expect(try await footer("down wait:0.3 click:60,4").hasPrefix("x export"))
    // Clicking the selected memo does not play it, and clicking another one selects that one.
    #expect(try await footer("down wait:0.3 click:60,4 click:3,4").hasPrefix("space play"))
    #expect(try await footer("down wait:0.3 click:60,4 click:3,6").hasPrefix("space play"))
  }
}
