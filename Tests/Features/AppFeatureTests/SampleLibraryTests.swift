import PreviewHarness
import Testing

@testable import AppPreview

@MainActor
struct SampleLibraryTests {
  @Test("The preview starts with a typical library, and offers others")
  func states() async throws {
    #expect(try await AppPreview.preview.frames("--list").hasPrefix("usual\nempty\nlong\n"))
  }

  @Test("A library of 100,000 memos loads, and one key goes to its end")
  func long() async throws {
    #expect(
      try await AppPreview.preview.lastFrame(of: "long", "G", size: "60x8") == """
        == G
         Memos   Search   Queue   Statistics   Settings
        100,000 memos                                   newest first
          Title                First words       Date        Length
          Memo 4               We agreed on the… 2025-12-29    0:03│
          Memo 3               We agreed on the… 2025-12-29    0:02│
          Memo 2               We agreed on the… 2025-12-29    0:02│
          Memo 1               We agreed on the… 2025-12-29    0:01┃
        enter open  r rename  t tags  f favorite  d delete  m mark
        """)
  }

  @Test("Each generated library is the same and independent of the others")
  func again() async throws {
    let script = "i type:/music/t tab enter wait:1 ctrl+n wait:2 enter wait:1 d"
    let first = try await AppPreview.preview.frames("--state", "usual", "--script", script)
    let second = try await AppPreview.preview.frames("--state", "usual", "--script", script)
    #expect(first == second)
    #expect(first.contains("'Memo of "))
  }
}
