import AppProgram
import PreviewHarness
import Testing

@MainActor
struct AppProgramTests {
  @Test("The program begins with the person's library, and offers those that are made up")
  func states() async throws {
    let madeUp = try await AppProgram.preview().frames("--list")
    #expect(madeUp.hasPrefix("usual\nempty\nlong\n"))
    #expect(try await AppProgram.library().frames("--list") == "library\n" + madeUp)
  }

  @Test("The library of 100,000 memos is there, and its end is a key away")
  func long() async throws {
    #expect(
      try await AppProgram.preview().lastFrame(of: "long", "G", size: "60x8") == """
        == G
         Memos   Search   Queue   Statistics   Settings
        100000 memos                                    newest first
        ────────────────────────────────────────────────────────────
          Memo 4                              0:03 2025-12-29 13:20│
          Memo 3                              0:02 2025-12-29 12:20│
          Memo 2                              0:02 2025-12-29 11:20│
          Memo 1                              0:01 2025-12-29 10:20┃
        enter open  r rename  t tags  f favourite  d delete
        """)
  }

  @Test("A made-up library is the same each time, and what is done in one is not in the next")
  func again() async throws {
    let script = "i type:/music/t tab enter wait:1 n wait:2 enter wait:1 d"
    let first = try await AppProgram.preview().frames("--state", "usual", "--script", script)
    let second = try await AppProgram.preview().frames("--state", "usual", "--script", script)
    #expect(first == second)
    #expect(first.contains("'Memo of "))
  }
}
