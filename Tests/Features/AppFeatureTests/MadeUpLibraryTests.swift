import PreviewHarness
import Testing

@testable import AppPreview

@MainActor
struct MadeUpLibraryTests {
  @Test("The preview begins with a usual library, and offers others")
  func states() async throws {
    #expect(try await AppPreview.preview.frames("--list").hasPrefix("usual\nempty\nlong\n"))
  }

  @Test("The library of 100,000 memos is there, and its end is a key away")
  func long() async throws {
    #expect(
      try await AppPreview.preview.lastFrame(of: "long", "G", size: "60x8") == """
        == G
         Memos   Search   Queue   Statistics   Settings
        100,000 memos                                   newest first
        ────────────────────────────────────────────────────────────
          Memo 4                              0:03 2025-12-29 13:20│
          Memo 3                              0:02 2025-12-29 12:20│
          Memo 2                              0:02 2025-12-29 11:20│
          Memo 1                              0:01 2025-12-29 10:20┃
        enter open  r rename  t tags  f favourite  d delete  m mark
        """)
  }

  @Test("A made-up library is the same each time, and what is done in one is not in the next")
  func again() async throws {
    let script = "i type:/music/t tab enter wait:1 n wait:2 enter wait:1 d"
    let first = try await AppPreview.preview.frames("--state", "usual", "--script", script)
    let second = try await AppPreview.preview.frames("--state", "usual", "--script", script)
    #expect(first == second)
    #expect(first.contains("'Memo of "))
  }
}
