import AppFeature
import ComposableArchitecture
import PreviewHarness
import Testing

@testable import AppPreview

/// Frames after keys and clicks.
extension PreviewTests {
  @Test("Files are imported: the sheet")
  func importing() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "i", size: "72x12") == """
        == i
         Memos   Search   Queue   Statistics   Settings
        5 memos                                                     newest first
        ╭ Import ──────────────────────────────────────────────────────────────╮
        │ files or folders, such as ~/talk.flac                                │
        │ ──────────────────────────────────────────────────────────────────── │
        │ Each file is copied into the library; the original is not changed.   │
        │ Separate several files with spaces, and put names that contain       │
        │ spaces in quotes.                                                    │
        │ esc close                                                            │
        ╰──────────────────────────────────────────────────────────────────────╯
        enter open  r rename  t tags  f favorite  d delete  m mark  / filter
        f1 help  ctrl+c quit
        """)
  }

  @Test("Imported files appear in the list, with a notice")
  func imported() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "i type:/music/t tab enter wait:1", size: "72x12")
        == """
        == wait:1
         Memos   Search   Queue   Statistics   Settings
        6 memos                                                     newest first
          Title                        First words            Date        Length
          talk                         The tide turns at noo… 2026-01-01    1:00
          A thought on the train       What if the search kn… 2025-12-29    0:05
        ★ Call with the builder #home  The roof is done on F… 2025-12-29    0:08
          会議のメモ 🎙️ #work          Then Zoë explained th… 2025-12-29    0:06
        ★ Budget meeting #work #money  We agreed on the budg… 2025-12-29    0:09
          Ideas for the garden #home   Roses along the wall.… 2025-12-29    0:10
        enter open  r rename  t tags  f favorite  d delete  m mark  / filter
        The transcript of 'talk' is ready.
        space play  ctrl+n record  i import  tab search  ? help  q quit
        """)
  }

  @Test(
    "A pasted path opens the import, except where text is typed",
    arguments: ["", "enter ", "3 "])
  func pastedPath(script: String) async throws {
    let frame = try await preview.lastFrame(
      of: "usual", "\(script)paste:/music/talk.flac", size: "72x12")
    #expect(frame.contains("\u{2502} /music/talk.flac "), "\(frame)")
    let imported = try await preview.lastFrame(
      of: "usual", "paste:/music/talk.flac enter wait:1", size: "72x12")
    #expect(imported.contains("6 memos"), "\(imported)")
    let search = try await preview.lastFrame(of: "usual", "2 paste:/music", size: "72x12")
    #expect(search.contains("Search: /music") && !search.contains("Import"), "\(search)")
    let other = try await preview.lastFrame(of: "usual", "paste:talk", size: "72x12")
    #expect(other.contains("5 memos") && !other.contains("Import"), "\(other)")
  }

  @Test("The help names all keys")
  func help() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "?", size: "72x24") == """
        == ?
        ╭ Keys ────────────────────────────────────────────────────────────────╮
        │ / to search                                                          │
        │ ──────────────────────────────────────────────────────────────────── │
        │ Memos                                                              ┃ │
        │ R                        Reload the library                        ┃ │
        │ enter                    Open the memo and play it                 ┃ │
        │ r                        Edit the title                            ┃ │
        │ t                        Edit the tags                             ┃ │
        │ f                        Add to or remove from favorites           ┃ │
        │ d del                    Move to the trash                         ┃ │
        │ C                        Copy the text or a link                   │ │
        │ m                        Mark or unmark the memo for the next      │ │
        │                          command                                   │ │
        │ M                        Mark or unmark all memos shown            │ │
        │ /                        Filter by words in the title or by #tag   │ │
        │ n N                      Go to the next or previous match          │ │
        │ #                        Show tags and saved filters, or save this │ │
        │                          filter                                    │ │
        │ F                        Show only favorites, or all memos         │ │
        │ o                        Change the sort order                     │ │
        │ esc                      Unmark all, or show all memos             │ │
        │ ↑ k ↓ j                  Go to another memo                        │ │
        │ / search  ↑↓ select  esc close                                       │
        ╰──────────────────────────────────────────────────────────────────────╯
        """)
  }

  @Test("Deleting an open memo moves it to the trash")
  func deleted() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "enter d", size: "72x10") == """
        == d
         Memos   Search   Queue   Statistics   Settings
        4 memos                                                     newest first
          Title                        First words            Date        Length
        ★ Call with the builder #home  The roof is done on F… 2025-12-29    0:08
          会議のメモ 🎙️ #work          Then Zoë explained th… 2025-12-29    0:06
        ★ Budget meeting #work #money  We agreed on the budg… 2025-12-29    0:09
          Ideas for the garden #home   Roses along the wall.… 2025-12-29    0:10
        enter open  r rename  t tags  f favorite  d delete  m mark  / filter
        'A thought on the train' is in the trash. Press u to undo.
        space play  u undo: deletion of 'A thought o…'  ? help  q quit
        """)
  }

  @Test("A search result opens its memo at the spoken word")
  func searched() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "tab type:budget wait:0.3 down enter", size: "72x10")
        == """
        == enter
         Memos   Search   Queue   Statistics   Settings
        Budget meeting ★
        2025-12-29 · 9 s · work · money
        ────────────────────────────────────────────────────────────────────────
        0:00  We agreed on the budget for May. Zoë sends the numbers tomorrow,
              and Max checks the rent.
        Find: budget 1 of 1
        ■ 0:00 ▂▄▆███▇▆▄▁▄▆▇██▇▆▅▂▃▆▇███▇▅▂▃▅▇███▇▅▃▂▅▆███▇▆▃▁▄▆▇██▇▆▄▂▄▆▇█ 0:09
        space play  enter play here  ←→ 5 s  w b word  ↑↓ segment  esc clear
        x export  ctrl+n record  d delete  T transcribe  ? help  q quit
        """)
  }

  @Test("Digits typed as a time open no tabs, and those typed later do")
  func time() async throws {
    let frame = try await preview.lastFrame(
      of: "usual", "enter space g type:0:02 enter", size: "72x12")
    #expect(frame.contains(" 0:02 "), "\(frame)")
    let tab = try await preview.lastFrame(
      of: "usual", "enter space g type:0:02 enter 2", size: "72x12")
    #expect(tab.contains("Search: "), "\(tab)")
  }

  @Test("A memo is recorded")
  func recording() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "ctrl+n wait:3", size: "72x12") == """
        == wait:3
        Memos › Record
        ● Recording                                                         0:03
                                                                             ▇▇▆
        ███████████████████████████████████████████████████▌░░░░░░░░░░░░░░░░░░░░
        ────────────────────────────────────────────────────────────────────────
        The tide turns at noon. Bring the long rope, two




        enter stop and save  space pause  d discard
        ? help  ctrl+c quit
        """)
  }

  @Test("The queue opens with its first job selected")
  func queue() async throws {
    let frame = try await preview.lastFrame(of: "usual", "T wait:0.3 3", size: "72x12")
    #expect(frame.contains("enter open"), "\(frame)")
  }

  @Test("q closes the export, and not the app")
  func closedExport() async throws {
    let frame = try await preview.lastFrame(of: "usual", "x q", size: "72x12")
    #expect(frame.contains("5 memos") && !frame.contains("Export"), "\(frame)")
  }

  @Test("A click opens a tab")
  func clicked() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "click:11,0", size: "72x10") == """
        == click:11,0
         Memos   Search   Queue   Statistics   Settings
        Search: words or "a phrase"
        ────────────────────────────────────────────────────────────────────────


                     Type words to find in transcripts and titles.



        ctrl+n record  ctrl+o import  tab queue  esc memos  f1 help  ctrl+c quit
        """)
  }

  @Test("On a small terminal a memo can be read and played")
  func small() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "enter", size: "20x5") == """
        == enter
        A thought on the tr…
        2025-12-29 · 5 s
        ────────────────────
        What if the search ┃
        ▶ 0:00 ████████ 0:05
        """)
  }

  @Test("A tiny terminal does not crash")
  func tiny() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "enter", size: "9x2") == """
        == enter
        A though…
        ▶ 0… █ 0…
        """)
  }

  @Test("The health check reopens and runs again")
  func health() async throws {
    let frames = try await preview.frames(
      "--state", "usual", "--size", "72x12", "--script", "5 H R escape")
    let pages = frames.components(separatedBy: "\n== ")
    #expect(pages[2].contains("Settings \u{203a} Health") && pages[2].contains("no problems"))
    #expect(
      pages[3].split(separator: "\n").dropFirst() == pages[2].split(separator: "\n").dropFirst())
    #expect(pages[4].contains("Speech engine") && !pages[4].contains("Health"))
  }

  @Test("Deleted memos are restored from the trash, which Esc closes")
  func trash() async throws {
    let frames = try await preview.frames(
      "--state", "usual", "--size", "72x12", "--script", "d D u escape")
    let pages = frames.components(separatedBy: "== ")
    #expect(pages[3].contains("Memos \u{203a} Trash") && pages[3].contains("1 memo, 352 KB"))
    #expect(pages[4].contains("is back in the library.") && pages[4].contains("The trash is empty"))
    #expect(pages[2].contains("\n4 memos ") && pages[5].contains("\n5 memos "))
  }
}
