import Foundation
import PreviewHarness
import Testing

@testable import AppPreview

/// From 140 columns on, the memo is beside the list, which keeps the width of 80.
@MainActor
struct WideTests {
  private let preview = AppPreview.preview

  @Test("The selected memo is shown beside the list after a delay")
  func chosen() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "down wait:0.3", size: "140x11") == """
        == wait:0.3
         Memos   Search   Queue   Statistics   Settings
        5 memos                                                             newest first ‹ Call with the builder ★
          Title                            First words                Date        Length │ 2025-12-29 · 8 s · home
          A thought on the train           What if the search knew w… 2025-12-29    0:05 │ ─────────────────────────────────────────────────────────
        ★ Call with the builder #home      The roof is done on Frida… 2025-12-29    0:08 │ 0:00  The roof is done on Friday. He needs the key to
          会議のメモ 🎙️ #work              Then Zoë explained the bu… 2025-12-29    0:06 │       the shed before that.
        ★ Budget meeting #work #money      We agreed on the budget f… 2025-12-29    0:09 │
          Ideas for the garden #home       Roses along the wall. A b… 2025-12-29    0:10 │
                                                                                         │
        enter open  r rename  t tags  f favorite  d delete  m mark  / filter  F ★ only   │ ■ 0:00 ▁▃▄▅▆▇▇█████▇▆▅▄▃▂▁▃▄▅▆▇▇█████▇▆▅▄▃▂▁▃▄▅▆▇▇██ 0:08
        space play  ctrl+n record  i import  tab search  x export  ? help  q quit
        """)
  }

  @Test("The list beside a memo shows what it shows on a terminal of 80 columns")
  func columns() async throws {
    func list(_ size: String) async throws -> [String] {
      try await preview.lastFrame(of: "usual", "down wait:0.3", size: size)
        .split(separator: "\n", omittingEmptySubsequences: false).dropFirst(3).prefix(6)
        .map { $0.split(separator: "│")[0].trimmingCharacters(in: .whitespaces) }
    }
    let usual = try await list("80x11")
    #expect(usual[0].contains("First words") && usual[2].contains("#home"))
    #expect(try await list("140x11") == usual)
    for (narrow, wide) in zip(usual, try await list("110x11")) {
      for column in narrow.split(separator: "  ") {
        let text = column.prefix { $0 != "\u{2026}" }.trimmingCharacters(in: .whitespaces)
        #expect(wide.contains(text), "\(wide)")
      }
    }
  }

  @Test("A sign between the panes points to the focused one")
  func focus() async throws {
    let list = try await preview.lastFrame(of: "usual", "down wait:0.3", size: "140x11")
    #expect(list.contains("newest first ‹ Call with the builder"))
    let memo = try await preview.lastFrame(of: "usual", "down wait:0.3 click:90,4", size: "140x11")
    #expect(memo.contains("newest first › Call with the builder"))
  }

  @Test("A memo playing beside the list reports once, elsewhere on its own line")
  func playing() async throws {
    let beside = try await preview.lastFrame(
      of: "usual", "down enter escape", size: "140x11")
    #expect(beside.split(separator: "▶").count == 2)
    #expect(beside.split(separator: "Call with the builder").count == 3, "in both panes")
    let elsewhere = try await preview.lastFrame(
      of: "usual", "down enter escape tab", size: "140x11")
    #expect(elsewhere.contains("\n▶ Call with the builder 0:00 "))
    let narrow = try await preview.lastFrame(
      of: "usual", "down enter escape", size: "139x11")
    #expect(narrow.contains("\n▶ Call with the builder 0:00 "))
  }

  @Test("Clicking the memo focuses it, and clicking the list focuses the list")
  func clicked() async throws {
    func footer(_ script: String) async throws -> String {
      let frame = try await preview.lastFrame(of: "usual", script, size: "140x11")
      return frame.split(separator: "\n", omittingEmptySubsequences: false).last.map(String.init)
        ?? ""
    }
    #expect(try await footer("down wait:0.3").hasPrefix("space play"))
    #expect(try await footer("down wait:0.3 click:90,4").hasPrefix("x export"))
    // Clicking the selected memo does not play it, and clicking another one selects that one.
    #expect(try await footer("down wait:0.3 click:90,4 click:3,4").hasPrefix("space play"))
    #expect(try await footer("down wait:0.3 click:90,4 click:3,6").hasPrefix("space play"))
  }
}
