import ComposableArchitecture
import PreviewHarness
import Testing

@testable import RecordingsListPreview

/// The list on terminals of other sizes.
@MainActor
struct SizeTests {
  private let preview = RecordingsListPreview.preview

  @Test("On a small terminal the rows are cut, not broken")
  func small() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "down", size: "20x5") == """
        == down
        5 memos  newest fir…
          Title
          A thought …  1:05┃
          Call wi…  1:35:04│
        enter open  r rename
        """)
  }

  @Test("At sixty columns the day is enough of a date")
  func middle() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "down", size: "60x9") == """
        == down
        5 memos                                         newest first
          Title                 First words       Date        Length
          A thought on the tra… ████▏░░░░░ 42%    2025-12-29    1:05
          Call with Zoë #work   waiting           2025-12-29 1:35:04
          会議のメモ 🎙️         failed: the soun… 2025-12-29   12:03
        ★ Budget meeting #work… We agreed on the… 2025-12-29   52:02
          Ideas for the garden  Roses along the … 2025-12-29    3:01

        enter open  r rename  t tags  f favorite  d delete  m mark
        """)
  }

  @Test("At forty columns, first words are hidden and states are words")
  func narrow() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "down", size: "40x9") == """
        == down
        5 memos                     newest first
          Title                           Length
          A thought on the train     42%    1:05
          Call with Zoë          waiting 1:35:04
          会議のメモ 🎙️           failed   12:03
        ★ Budget meeting                   52:02
          Ideas for the garden              3:01

        enter open  r rename  t tags  f favorite
        """)
  }

  @Test("A wide terminal also shows the time of day")
  func wide() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "down", size: "109x9") == """
        == down
        5 memos                                                                                          newest first
          Title                                         First words                          Date              Length
          A thought on the train                        ████▏░░░░░ 42%                       2025-12-29 14:20    1:05
          Call with Zoë #work                           waiting                              2025-12-29 13:20 1:35:04
          会議のメモ 🎙️                                 failed: the sound is silent          2025-12-29 12:20   12:03
        ★ Budget meeting #work #money                   We agreed on the budget for May. Zo… 2025-12-29 11:20   52:02
          Ideas for the garden #home                    Roses along the wall, and a bench u… 2025-12-29 10:20    3:01

        enter open  r rename  t tags  f favorite  d delete  m mark  / filter  F ★ only  o sort
        """)
  }
}
