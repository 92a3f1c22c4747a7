import ComposableArchitecture
import PreviewHarness
import Testing

@testable import RecordingsListPreview

@MainActor
struct PreviewTests {
  private let preview = RecordingsListPreview.preview

  @Test("The usual list, newest first, with what transcriptions do")
  func usual() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "down") == """
        == down
        5 memos                                                     newest first
        ────────────────────────────────────────────────────────────────────────
          A thought on the train       ████▏░░░░░  42 %    1:05 2025-12-29 14:20
          Call with Zoë #work                   waiting 1:35:04 2025-12-29 13:20
          会議のメモ 🎙️                          failed   12:03 2025-12-29 12:20
        ★ Budget meeting #work #money                     52:02 2025-12-29 11:20
          Ideas for the garden #home                       3:01 2025-12-29 10:20

        enter open  r rename  t tags  f favourite  d delete  m mark  / filter
        """)
  }

  @Test("A memo is renamed in a sheet, its title in sight")
  func rename() async throws {
    #expect(
      try await preview.lastFrame(
        of: "usual", #"down down r ctrl+u type:"Minutes of May""#, size: "72x12") == """
          == type:Minutes of May
          5 memos                                                     newest first
          ────────────────────────────────────────────────────────────────────────
            A thought on the train       ████▏░░░░░  42 %    1:05 2025-12-29 14:20
            Call ╭ Title ─────────────────────────────────────────────────╮9 13:20
            会議 │ Minutes of May                                         │9 12:20
          ★ Budge│                                                        │9 11:20
            Ideas│ enter save  esc cancel                                 │9 10:20
                 ╰────────────────────────────────────────────────────────╯



          enter open  r rename  t tags  f favourite  d delete  m mark  / filter
          """)
  }

  @Test("A memo that was renamed has its new title")
  func renamed() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "down down r ctrl+u type:Minutes enter") == """
        == enter
        5 memos                                                     newest first
        ────────────────────────────────────────────────────────────────────────
          A thought on the train       ████▏░░░░░  42 %    1:05 2025-12-29 14:20
          Minutes #work                         waiting 1:35:04 2025-12-29 13:20
          会議のメモ 🎙️                          failed   12:03 2025-12-29 12:20
        ★ Budget meeting #work #money                     52:02 2025-12-29 11:20
          Ideas for the garden #home                       3:01 2025-12-29 10:20

        enter open  r rename  t tags  f favourite  d delete  m mark  / filter
        """)
  }

  @Test("A memo that was deleted is gone, and can be brought back")
  func deleted() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "down d") == """
        == d
        4 memos                                                     newest first
        ────────────────────────────────────────────────────────────────────────
          Call with Zoë #work                   waiting 1:35:04 2025-12-29 13:20
          会議のメモ 🎙️                          failed   12:03 2025-12-29 12:20
        ★ Budget meeting #work #money                     52:02 2025-12-29 11:20
          Ideas for the garden #home                       3:01 2025-12-29 10:20


        u undo  enter open  r rename  t tags  f favourite  d delete  m mark
        """)
  }

  @Test("Undo brings a memo back to its place")
  func undone() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "down d u") == """
        == u
        5 memos                                                     newest first
        ────────────────────────────────────────────────────────────────────────
          A thought on the train       ████▏░░░░░  42 %    1:05 2025-12-29 14:20
          Call with Zoë #work                   waiting 1:35:04 2025-12-29 13:20
          会議のメモ 🎙️                          failed   12:03 2025-12-29 12:20
        ★ Budget meeting #work #money                     52:02 2025-12-29 11:20
          Ideas for the garden #home                       3:01 2025-12-29 10:20

        enter open  r rename  t tags  f favourite  d delete  m mark  / filter
        """)
  }

  @Test("A filter is typed, and leaves only what matches")
  func filter() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "/ type:work") == """
        == type:work
        Filter: work                                                newest first
        ────────────────────────────────────────────────────────────────────────
          Call with Zoë #work                   waiting 1:35:04 2025-12-29 13:20
        ★ Budget meeting #work #money                     52:02 2025-12-29 11:20




        enter done  esc show all
        """)
  }

  @Test("A filter that nothing matches says so")
  func nothing() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "/ type:xyz enter") == """
        == enter
        0 of 5 memos xyz                                            newest first
        ────────────────────────────────────────────────────────────────────────


                            No memo matches. Esc shows all.



        / filter  F ★ only  o sort
        """)
  }

  @Test("Another order is told beside the title")
  func sorted() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "o o F") == """
        == F
        1 of 5 memos ★                                                  by title
        ────────────────────────────────────────────────────────────────────────
        ★ Budget meeting #work #money                     52:02 2025-12-29 11:20





        / filter  F ★ only  o sort
        """)
  }

  @Test("An empty library says what to do")
  func empty() async throws {
    #expect(
      try await preview.lastFrame(of: "empty", "down") == """
        == down
        0 memos                                                     newest first
        ────────────────────────────────────────────────────────────────────────


                          No memos yet: record or import one.




        """)
  }

  @Test("Of a long list the end is seen, and how far down it is")
  func long() async throws {
    #expect(
      try await preview.lastFrame(of: "long", "end") == """
        == end
        10,000 memos                                                newest first
        ────────────────────────────────────────────────────────────────────────
          Memo 6                                          1:06 2025-12-29 15:20│
          Memo 5                                          1:05 2025-12-29 14:20│
          Memo 4                                          1:04 2025-12-29 13:20│
          Memo 3                                          1:03 2025-12-29 12:20│
          Memo 2                                          1:02 2025-12-29 11:20│
          Memo 1                                          1:01 2025-12-29 10:20┃
        enter open  r rename  t tags  f favourite  d delete  m mark  / filter
        """)
  }

  @Test("A library that is being read says so")
  func loading() async throws {
    #expect(
      try await preview.lastFrame(of: "loading", "down") == """
        == down
        0 memos                                                     newest first
        ────────────────────────────────────────────────────────────────────────


                                        Loading…




        """)
  }

  @Test("A library that cannot be read says why, and what to do")
  func failed() async throws {
    #expect(
      try await preview.lastFrame(of: "failed", "R") == """
        == R
        0 memos                                                     newest first
        ────────────────────────────────────────────────────────────────────────


           the library is busy: another program is writing to library.sqlite;
                               try again when it is done


        R try again
        """)
  }

  @Test("A change that cannot be stored is told, with a choice")
  func fullDisk() async throws {
    #expect(
      try await preview.lastFrame(of: "full disk", "down f", size: "72x12") == """
        == f
        5 memos                                                     newest first
        ────────────────────────────────────────────────────────────────────────
        ★ A thought on the train       ████▏░░░░░  42 %    1:05 2025-12-29 14:20
          Call╭ Not saved ───────────────────────────────────────────────╮ 13:20
          会議│ no space is left on the disk that holds library.sqlite:  │ 12:20
        ★ Budg│ free some and try again                                  │ 11:20
          Idea│                                                          │ 10:20
              │                                  [ Try again ] [ Later ] │
              ╰──────────────────────────────────────────────────────────╯


        enter open  r rename  t tags  f favourite  d delete  m mark  / filter
        """)
  }

  @Test("On a small terminal the rows are cut, not broken")
  func small() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "down", size: "20x5") == """
        == down
        5 memos  newest fir…
        ────────────────────
          A thought …  1:05┃
          Call wi…  1:35:04│
        enter open  r rename
        """)
  }

  @Test("On a terminal of ASCII alone every sign has another")
  func ascii() async throws {
    for state in ["long", "empty", "loading", "failed"] {
      let frames = try await preview.frames(
        "--state", state, "--ascii", "--size", "60x9", "--script", "down f F o r")
      #expect(frames.allSatisfy { $0.isASCII }, "\(frames)")
    }
  }
}
