import ComposableArchitecture
import PreviewHarness
import Testing

@testable import ExportPreview

@MainActor
struct PreviewTests {
  private let preview = ExportPreview.preview

  @Test("The result is previewed while options change")
  func usual() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "down", size: "60x10") == """
        == down
        Export 'A note on the budget'
        ────────────────────────────────────────────────────────────
        Format   ‹ Text ›
        Folder   ~
        Name     A note on the budget.txt
        ────────────────────────────────────────────────────────────
        We agreed on the budget. Please send it tomorrow.


        enter export  tab next  esc cancel
        """)
  }

  @Test("Captions are shown with the chosen line length")
  func captions() async throws {
    #expect(
      try await preview.lastFrame(
        of: "usual",
        "right down" + String(repeating: " left", count: 26),
        size: "60x14") == """
          == left
          Export 'A note on the budget'
          ────────────────────────────────────────────────────────────
          Format   ‹ Subtitles (SRT) ›
          Width    ‹ 16 columns ›
          Lines    ‹ 2 per subtitle ›
          Folder   ~
          Name     A note on the budget.srt
          ────────────────────────────────────────────────────────────
          1
          00:00:00,500 --> 00:00:02,000
          We agreed on
          the budget.

          enter export  ←→ change  tab next  esc cancel
          """)
  }

  @Test("Written files are reported with their paths")
  func written() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "enter wait:0", size: "60x8") == """
        == wait:0
        Export 'A note on the budget'
        ────────────────────────────────────────────────────────────
        Wrote /home/me/A note on the budget.txt




        enter done
        """)
  }

  @Test("An existing file prompts, and Enter keeps it")
  func replace() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "right right right right enter", size: "60x12")
        == """
        == enter
        Export 'A note on the budget'
        ────────────────────────────────────────────────────────────
        Format   ‹ Markdown ›
        ╭ Replace this file? ──────────────────────────────────────╮
        │ 'A note on the budget.md' already exists in that folder. │
        │                                                          │
        │                               [ Replace (y) ] [ Cancel ] │
        ╰──────────────────────────────────────────────────────────╯
        - Date: 2026-09-10T00:26:40Z
        - Duration: 0:11
        - Language: en
        enter export  ←→ change  tab next  esc cancel
        """)
  }

  @Test("A kept file can be exported under another name")
  func kept() async throws {
    #expect(
      try await preview.lastFrame(
        of: "usual", "right right right right enter enter up ctrl+u type:own.md enter wait:0",
        size: "60x8") == """
          == wait:0
          Export 'A note on the budget'
          ────────────────────────────────────────────────────────────
          Wrote /home/me/own.md




          enter done
          """)
  }

  @Test("A missing folder is reported")
  func noFolder() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "down type:/gone enter wait:0", size: "60x12") == """
        == wait:0
        Export 'A note on the budget'
        ────────────────────────────────────────────────────────────
        Format   ‹ Text ›
        Folder   ~/gone
        Name     A note on the budget.txt
        ────────────────────────────────────────────────────────────
        We agreed on the budget. Please send it tomorrow.


        The folder /home/me/gone does not exist; create it, or
        choose another one
        enter export  tab next  esc cancel
        """)
  }

  @Test("Several memos go to a folder, and those without a transcript are listed")
  func several() async throws {
    #expect(
      try await preview.lastFrame(of: "several", "enter wait:0 wait:0 wait:0 wait:0", size: "60x10")
        == """
        == wait:0
        Export 4 memos
        ────────────────────────────────────────────────────────────
        Wrote 3 files to /home/me

        Skipped:
        'A thought on the train' has no transcript yet: it is being
        transcribed (42%); try again when it is done


        enter done
        """)
  }

  @Test("Audio is described by length and size")
  func sound() async throws {
    #expect(
      try await preview.lastFrame(of: "several", "left", size: "60x9") == """
        == left
        Export 4 memos
        ────────────────────────────────────────────────────────────
        Format   ‹ Audio ›
        Folder   ~
        ────────────────────────────────────────────────────────────
        The stored audio, unchanged: 1:00:33, 1.4 MB.
        A note on the budget.wav                              352 KB
        and 3 more
        enter export  ←→ change  tab next  esc cancel
        """)
  }

  @Test("Of several memos, the names and the sizes of the files are shown")
  func names() async throws {
    let script = Array(repeating: "wait:0", count: 12).joined(separator: " ")
    #expect(
      try await preview.lastFrame(of: "several", script, size: "60x12") == """
        == wait:0
        Export 4 memos
        ────────────────────────────────────────────────────────────
        Format   ‹ Text ›
        Folder   ~
        ────────────────────────────────────────────────────────────
        A note on the budget.txt                            50 bytes
        A lecture.txt                                          37 KB
        A thought on the train.txt                     no transcript
        A note on the budget 2.txt                          50 bytes


        enter export  ←→ change  tab next  esc cancel
        """)
  }

  @Test("A memo without a transcript shows the reason once")
  func noTranscript() async throws {
    #expect(
      try await preview.lastFrame(of: "no transcript", "enter", size: "60x11") == """
        == enter
        Export 'A thought on the train'
        ────────────────────────────────────────────────────────────
        Format   ‹ Text ›
        Folder   ~
        Name     A thought on the train.txt
        ────────────────────────────────────────────────────────────


        'A thought on the train' has no transcript yet: it is being
        transcribed (42%); try again when it is done
        enter export  ←→ change  tab next  esc cancel
        """)
  }

  @Test("An unreadable library shows the reason")
  func failed() async throws {
    #expect(
      try await preview.lastFrame(of: "failed", "down", size: "60x11") == """
        == down
        Export 'A note on the budget'
        ────────────────────────────────────────────────────────────
        Format   ‹ Text ›
        Folder   ~
        Name     A note on the budget.txt
        ────────────────────────────────────────────────────────────
        The library is busy: another program is writing to
        library.sqlite; try again when it is done


        enter export  tab next  esc cancel
        """)
  }

  @Test("A folder without permission shows the reason, and the sheet stays open")
  func denied() async throws {
    #expect(
      try await preview.lastFrame(of: "denied", "enter wait:0", size: "60x12") == """
        == wait:0
        Export 'A note on the budget'
        ────────────────────────────────────────────────────────────
        Format   ‹ Text ›
        Folder   ~
        Name     A note on the budget.txt
        ────────────────────────────────────────────────────────────
        We agreed on the budget. Please send it tomorrow.


        Cannot write '/home/me/A note on the budget.txt': permission
        is denied; check who owns the file and its folder.
        enter export  ←→ change  tab next  esc cancel
        """)
  }

  @Test("A memo without its audio shows the reason")
  func gone() async throws {
    #expect(
      try await preview.lastFrame(of: "gone", "left enter wait:0", size: "60x12") == """
        == wait:0
        Export 'A note on the budget'
        ────────────────────────────────────────────────────────────
        Format   ‹ Audio ›
        Folder   ~
        Name     A note on the budget.wav
        ────────────────────────────────────────────────────────────
        The stored audio, unchanged: 0:11, 352 KB.


        The audio of 'A note on the budget' is missing from the
        library folder; its transcript can still be exported
        enter export  ←→ change  tab next  esc cancel
        """)
  }

  @Test("An empty transcript previews as empty")
  func empty() async throws {
    #expect(
      try await preview.lastFrame(of: "empty", "down", size: "60x9") == """
        == down
        Export 'Untitled'
        ────────────────────────────────────────────────────────────
        Format   ‹ Text ›
        Folder   ~
        Name     Untitled.txt
        ────────────────────────────────────────────────────────────
        No speech detected.

        enter export  tab next  esc cancel
        """)
  }

  @Test("Of an hour's talk the beginning is seen")
  func long() async throws {
    #expect(
      try await preview.lastFrame(of: "long", "right", size: "60x14") == """
        == right
        Export 'A lecture'
        ────────────────────────────────────────────────────────────
        Format   ‹ Subtitles (SRT) ›
        Width    ‹ 42 columns ›
        Lines    ‹ 2 per subtitle ›
        Folder   ~
        Name     A lecture.srt
        ────────────────────────────────────────────────────────────
        1
        00:00:00,000 --> 00:00:04,350
        Sentence number 1 of a
        talk that goes on and on.

        enter export  ←→ change  tab next  esc cancel
        """)
  }

  @Test("A transcript in progress is shown as such")
  func loading() async throws {
    #expect(
      try await preview.lastFrame(of: "loading", "down", size: "60x9") == """
        == down
        Export 'A note on the budget'
        ────────────────────────────────────────────────────────────
        Format   ‹ Text ›
        Folder   ~
        Name     A note on the budget.txt
        ────────────────────────────────────────────────────────────
        Loading…

        enter export  tab next  esc cancel
        """)
  }

  @Test("A narrow terminal shows all options")
  func narrow() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "right", size: "40x10") == """
        == right
        Export 'A note on the budget'
        ────────────────────────────────────────
        Format   ‹ Subtitles (SRT) ›
        Width    ‹ 42 columns ›
        Lines    ‹ 2 per subtitle ›
        Folder   ~
        Name     A note on the budget.srt
        ────────────────────────────────────────
        1
        enter export  ←→ change  esc cancel
        """)
  }

  @Test("On the smallest terminal the first choices are")
  func small() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "right", size: "20x5") == """
        == right
        Export 'A note on t…
        ────────────────────
        Format   ‹ Subtit… ›
        Width    ‹ 42 col… ›
        esc cancel
        """)
  }

  @Test("A session that was recorded shows the same when it is replayed")
  func replay() async throws {
    let frames = try await preview.replay(
      ofTyping: ["\u{1b}[C", "\t", "\t", "\t", "\t", "\u{15}", "own.srt", "\r", "\r"], in: "usual")
    #expect(frames.contains("Wrote /home/me/own.srt"))
  }

  @Test("On an ASCII terminal every glyph has a replacement", arguments: ["usual", "loading"])
  func ascii(state: String) async throws {
    let frames = try await preview.frames(
      "--state", state, "--ascii", "--size", "60x14", "--script", "right down down enter wait:0")
    #expect(frames.contains("-----"))
    #expect(frames.allSatisfy { $0.isASCII }, "\(frames)")
  }
}
