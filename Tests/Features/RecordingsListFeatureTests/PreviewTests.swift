import ComposableArchitecture
import PreviewHarness
import Testing

@testable import RecordingsListPreview

@MainActor
struct PreviewTests {
  private let preview = RecordingsListPreview.preview

  @Test("The default list, newest first, with the state of transcriptions")
  func usual() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "down") == """
        == down
        5 memos                                                     newest first
          Title                        First words            Date        Length
          A thought on the train       ████▏░░░░░ 42%         2025-12-29    1:05
          Call with Zoë #work          waiting                2025-12-29 1:35:04
          会議のメモ 🎙️                failed: the sound is … 2025-12-29   12:03
        ★ Budget meeting #work #money  We agreed on the budg… 2025-12-29   52:02
          Ideas for the garden #home   Roses along the wall,… 2025-12-29    3:01

        enter open  r rename  t tags  f favorite  d delete  m mark  / filter
        """)
  }

  @Test("A memo is renamed in a sheet that shows its title")
  func rename() async throws {
    #expect(
      try await preview.lastFrame(
        of: "usual", #"down down r ctrl+u type:"Minutes of May""#, size: "72x12") == """
          == type:Minutes of May
          5 memos                                                     newest first
            Title                        First words            Date        Length
            A thought on the train       ████▏░░░░░ 42%         2025-12-29    1:05
            Call ╭ Title ─────────────────────────────────────────────────╮1:35:04
            会議 │ Minutes of May                                         │  12:03
          ★ Budge│                                                        │  52:02
            Ideas│ enter save  esc cancel                                 │   3:01
                 ╰────────────────────────────────────────────────────────╯



          enter open  r rename  t tags  f favorite  d delete  m mark  / filter
          """)
  }

  @Test("A memo that was renamed has its new title")
  func renamed() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "down down r ctrl+u type:Minutes enter") == """
        == enter
        5 memos                                                     newest first
          Title                        First words            Date        Length
          A thought on the train       ████▏░░░░░ 42%         2025-12-29    1:05
          Minutes #work                waiting                2025-12-29 1:35:04
          会議のメモ 🎙️                failed: the sound is … 2025-12-29   12:03
        ★ Budget meeting #work #money  We agreed on the budg… 2025-12-29   52:02
          Ideas for the garden #home   Roses along the wall,… 2025-12-29    3:01

        enter open  r rename  t tags  f favorite  d delete  m mark  / filter
        """)
  }

  @Test("A deleted memo disappears")
  func deleted() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "down d") == """
        == d
        4 memos                                                     newest first
          Title                        First words            Date        Length
          Call with Zoë #work          waiting                2025-12-29 1:35:04
          会議のメモ 🎙️                failed: the sound is … 2025-12-29   12:03
        ★ Budget meeting #work #money  We agreed on the budg… 2025-12-29   52:02
          Ideas for the garden #home   Roses along the wall,… 2025-12-29    3:01


        enter open  r rename  t tags  f favorite  d delete  m mark  / filter
        """)
  }

  @Test("Typing a filter shows only matching memos")
  func filter() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "/ type:work") == """
        == type:work
        Filter: work                                                newest first
          Title                        First words            Date        Length
          Call with Zoë #work          waiting                2025-12-29 1:35:04
        ★ Budget meeting #work #money  We agreed on the budg… 2025-12-29   52:02




        enter done  esc show all  ↑↓ select
        """)
  }

  @Test("A filter without matches shows a message")
  func nothing() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "/ type:xyz enter") == """
        == enter
        0 of 5 memos xyz                                            newest first
        ────────────────────────────────────────────────────────────────────────


                           No matching memos. Esc shows all.



        / filter  F ★ only  o sort  esc show all
        """)
  }

  @Test("Another sort order is shown beside the title")
  func sorted() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "o o F") == """
        == F
        1 of 5 memos ★                                                  by title
          Title                        First words            Date        Length
        ★ Budget meeting #work #money  We agreed on the budg… 2025-12-29   52:02





        / filter  F ★ only  o sort  esc show all
        """)
  }

  @Test("An empty library shows what to do")
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
          Title                       First words            Date        Length
          Memo 6                      We agreed on the budg… 2025-12-29    1:06│
          Memo 5                      We agreed on the budg… 2025-12-29    1:05│
          Memo 4                      We agreed on the budg… 2025-12-29    1:04│
          Memo 3                      We agreed on the budg… 2025-12-29    1:03│
          Memo 2                      We agreed on the budg… 2025-12-29    1:02│
          Memo 1                      We agreed on the budg… 2025-12-29    1:01┃
        enter open  r rename  t tags  f favorite  d delete  m mark  / filter
        """)
  }

  @Test("A loading library shows that it is loading")
  func loading() async throws {
    #expect(
      try await preview.lastFrame(of: "loading", "down") == """
        == down
        Memos
        ────────────────────────────────────────────────────────────────────────


                                        Loading…




        """)
  }

  @Test("An unreadable library shows the reason and a fix")
  func failed() async throws {
    #expect(
      try await preview.lastFrame(of: "failed", "R") == """
        == R
        Memos
        ────────────────────────────────────────────────────────────────────────


           The library is busy: another program is writing to library.sqlite;
                               try again when it is done.


        R try again
        """)
  }

  @Test("A change that cannot be stored is reported with a choice")
  func fullDisk() async throws {
    #expect(
      try await preview.lastFrame(of: "full disk", "down f", size: "72x12") == """
        == f
        5 memos                                                     newest first
          Title                        First words            Date        Length
        ★ A thought on the train       ████▏░░░░░ 42%         2025-12-29    1:05
          Call╭ The change was not saved. ───────────────────────────────╮:35:04
          会議│ no space left on the disk that holds library.sqlite:     │ 12:03
        ★ Budg│ free some space and try again                            │ 52:02
          Idea│                                                          │  3:01
              │                                  [ Try again ] [ Later ] │
              ╰──────────────────────────────────────────────────────────╯


        enter open  r rename  t tags  f favorite  d delete  m mark  / filter
        """)
  }

  @Test("Marked memos are counted and labeled")
  func marked() async throws {
    #expect(
      try await preview.lastFrame(of: "marked", "down") == """
        == down
        5 memos 2 marked                                            newest first
          Title                        First words            Date        Length
          A thought on the train       ████▏░░░░░ 42%         2025-12-29    1:05
          Call with Zoë #work          waiting                2025-12-29 1:35:04
          会議のメモ 🎙️                failed: the sound is … 2025-12-29   12:03
        ✓ ★ Budget meeting #work #mon… We agreed on the budg… 2025-12-29   52:02
        ✓ Ideas for the garden #home   Roses along the wall,… 2025-12-29    3:01

        enter open  t tags  f favorite  d delete  m mark  / filter  esc unmark
        """)
  }

  @Test("Tags and saved filters are selected in a sheet")
  func filters() async throws {
    #expect(
      try await preview.lastFrame(of: "filters", "down", size: "72x14") == """
        == down
        5 memos                                                     newest first
          Title                        First words            Date        Length
          A tho╭ Tags and saved filters ────────────────────────────────╮   1:05
          Call │ Money                                    #money budget │1:35:04
          会議 │ Loved                                                ★ │  12:03
        ★ Budge│ #work                                                2 │  52:02
          Ideas│ #home                                                1 │   3:01
               │ #money                                               1 │
               │                                                        │
               │ enter show  a add filter  d delete  esc close          │
               ╰────────────────────────────────────────────────────────╯


        / filter  F ★ only  o sort
        """)
  }

  @Test("The current filter can be named in the list")
  func naming() async throws {
    #expect(
      try await preview.lastFrame(of: "naming", "enter", size: "72x14") == """
        == enter
        5 memos                                                     newest first
          Title                        First words            Date        Length
          A tho╭ Tags and saved filters ────────────────────────────────╮   1:05
          Call │ Money                                    #money budget │1:35:04
          会議 │ Loved                                                ★ │  12:03
        ★ Budge│ Work, loved                                    ★ #work │  52:02
          Ideas│ #work                                                2 │   3:01
               │ #home                                                1 │
               │ #money                                               1 │
               │                                                        │
               │ enter show  a add filter  d delete  esc close          │
               ╰────────────────────────────────────────────────────────╯

        / filter  F ★ only  o sort
        """)
  }

  @Test("A library without tags explains how to add them")
  func noTags() async throws {
    #expect(
      try await preview.lastFrame(of: "no tags", "down", size: "72x10") == """
        == down
        1 memo                                                      newest first
          Title                        First words            Date        Length
          Ideas╭ Tags and saved filters ────────────────────────────────╮   1:01
               │ No tags yet. Press t in the list to add some.          │
               │                                                        │
               │ esc close                                              │
               ╰────────────────────────────────────────────────────────╯


        / filter  F ★ only  o sort
        """)
  }

  @Test("Selecting a tag filters the list")
  func tag() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "# down enter") == """
        == enter
        1 of 5 memos #home                                          newest first
          Title                        First words            Date        Length
          Ideas for the garden #home   Roses along the wall,… 2025-12-29    3:01





        / filter  F ★ only  o sort  esc show all
        """)
  }

  @Test("On an ASCII terminal every glyph has a replacement")
  func ascii() async throws {
    for state in ["long", "empty", "loading", "failed", "no tags"] {
      let frames = try await preview.frames(
        "--state", state, "--ascii", "--size", "60x9", "--script", "down f F o r")
      #expect(frames.allSatisfy { $0.isASCII }, "\(frames)")
    }
  }
}
