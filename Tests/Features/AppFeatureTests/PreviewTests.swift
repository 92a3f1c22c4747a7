import AppFeature
import ComposableArchitecture
import PreviewHarness
import Testing

@testable import AppPreview

@MainActor
struct PreviewTests {
  var preview: Preview<AppFeature> { AppPreview.preview }

  @Test("The memos are shown, with the global keys below")
  func usual() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "wait:0.1", size: "72x10") == """
        == wait:0.1
         Memos   Search   Queue   Statistics   Settings
        5 memos                                                     newest first
          Title                        First words            Date        Length
          A thought on the train       What if the search kn… 2025-12-29    0:05
        ★ Call with the builder #home  The roof is done on F… 2025-12-29    0:08
          会議のメモ 🎙️ #work          Then Zoë explained th… 2025-12-29    0:06
        ★ Budget meeting #work #money  We agreed on the budg… 2025-12-29    0:09
          Ideas for the garden #home   Roses along the wall.… 2025-12-29    0:10
        enter open  r rename  t tags  f favorite  d delete  m mark  / filter
        space play  ctrl+n record  i import  tab search  ? help  q quit
        """)
  }

  @Test("The first launch shows what is set up and what is missing")
  func first() async throws {
    #expect(
      try await preview.lastFrame(of: "empty", "wait:0.1", size: "72x14") == """
        == wait:0.1
        SpeechMemo
        Welcome to SpeechMemo
        Record memos and search every word. Everything stays local by default.
        ────────────────────────────────────────────────────────────────────────
        • Library        available
        • Engine         available
        • Ffmpeg         available
        • Microphone     available
        • Loudspeaker    available
        ────────────────────────────────────────────────────────────────────────
        Record your first memo, or import one.

        enter record  i import  R recheck  esc later  ↑↓ select
        ? help  q quit
        """)
  }

  @Test("An empty library explains how to add memos")
  func empty() async throws {
    #expect(
      try await preview.lastFrame(of: "empty", "escape", size: "72x10") == """
        == escape
         Memos   Search   Queue   Statistics   Settings
        0 memos                                                     newest first
        ────────────────────────────────────────────────────────────────────────


                          No memos yet: record or import one.



        ctrl+n record  i import  tab search  ? help  q quit
        """)
  }

  @Test("A link opens a memo at its time")
  func link() async throws {
    #expect(
      try await preview.lastFrame(of: "link", "wait:0.1", size: "72x10") == """
        == wait:0.1
         Memos   Search   Queue   Statistics   Settings
        Budget meeting ★
        2025-12-29 · 9 s · work · money
        ────────────────────────────────────────────────────────────────────────
        0:00  We agreed on the budget for May. Zoë sends the numbers tomorrow,
              and Max checks the rent.

        ■ 0:02 ▂▄▆███▇▆▄▁▄▆▇██▇▆▅▂▃▆▇███▇▅▂▃▅▇███▇▅▃▂▅▆███▇▆▃▁▄▆▇██▇▆▄▂▄▆▇█ 0:09
        space play  ←→ 5 s  w b word  ↑↓ segment  / find  e edit  r rename
        esc back  x export  ctrl+n record  d delete  ? help  q quit
        """)
  }

  @Test("The last open memo reopens, unless it was deleted")
  func restored() async throws {
    #expect(
      try await preview.lastFrame(of: "restored", "wait:0.1", size: "72x10") == """
        == wait:0.1
         Memos   Search   Queue   Statistics   Settings
        Budget meeting ★
        2025-12-29 · 9 s · work · money
        ────────────────────────────────────────────────────────────────────────
        0:00  We agreed on the budget for May. Zoë sends the numbers tomorrow,
              and Max checks the rent.

        ■ 0:04 ▂▄▆███▇▆▄▁▄▆▇██▇▆▅▂▃▆▇███▇▅▂▃▅▇███▇▅▃▂▅▆███▇▆▃▁▄▆▇██▇▆▄▂▄▆▇█ 0:09
        space play  ←→ 5 s  w b word  ↑↓ segment  / find  e edit  r rename
        esc back  x export  ctrl+n record  d delete  ? help  q quit
        """)
  }

  @Test("An unreadable library shows the reason and a fix")
  func failed() async throws {
    #expect(
      try await preview.lastFrame(of: "failed", "wait:0.1", size: "72x10") == """
        == wait:0.1
         Memos   Search   Queue   Statistics   Settings
        Memos
        ────────────────────────────────────────────────────────────────────────

           The library is busy: another program is writing to library.sqlite;
                               try again when it is done.


        R try again
        ctrl+n record  i import  tab search  ? help  q quit
        """)
  }

  @Test("A slow library shows that it is loading")
  func loading() async throws {
    #expect(
      try await preview.lastFrame(of: "loading", "wait:0.1", size: "72x10") == """
        == wait:0.1
         Memos   Search   Queue   Statistics   Settings
        Memos
        ────────────────────────────────────────────────────────────────────────


                                        Loading…



        ctrl+n record  i import  tab search  ? help  q quit
        """)
  }

  @Test("Without a microphone, the user sees what to do")
  func denied() async throws {
    #expect(
      try await preview.lastFrame(of: "denied", "ctrl+n", size: "72x12") == """
        == ctrl+n
        Memos › Record
        New memo
        ────────────────────────────────────────────────────────────────────────
        No mic╭ No microphone found. ────────────────────────────────────╮tings.
              │ Plug one in, or switch it on in the sound settings.      │
              │                                                          │
              │                                                   [ OK ] │
              ╰──────────────────────────────────────────────────────────╯


        enter record  v device
        ? help  ctrl+c quit
        """)
  }

  @Test("A recording cut short by a crash is offered at launch")
  func draft() async throws {
    #expect(
      try await preview.lastFrame(of: "draft", "wait:0.1", size: "72x10") == """
        == wait:0.1
        Memos › Record
        New memo
        ────────────────────────────────────────────────────────────────────────
        An earlier recording (1 min) has not been saved.
        Ready to record from Built-in Microphone.



        enter save the earlier one  d discard it  ctrl+n record  v device
        esc close  ? help  q quit
        """)
  }

  @Test("A memo without its audio can still be read")
  func gone() async throws {
    #expect(
      try await preview.lastFrame(of: "gone", "enter space", size: "72x12") == """
        == space
         Memos   Search   Queue   Statistics   Settings
        A thought on the train
        2025-1╭ This memo's audio file is missing. ──────────────────────╮
        ──────│ It is not in the library folder. You can still read and  │──────
        0:00  │ edit the transcript.                                     │
              │                                                          │
              │                                                   [ OK ] │
        ■ 0:00╰──────────────────────────────────────────────────────────╯ audio
        space play  ←→ 5 s  w b word  ↑↓ segment  / find  e edit  r rename
        The memo cannot be played: /anna/.local/share/speechmemo/audio/a0000000-
        0000-0000-0000-000000000005.wav does not exist; check the name
        ? help  ctrl+c quit
        """)
  }

  @Test("A notice has no color of success, as it may report a failure")
  func noticeColor() async throws {
    let frames = try await preview.frames(
      "--styles", "--state", "gone", "--size", "72x10", "--script", "enter")
    #expect(frames.contains("{bold:The memo cannot be played: "), "\(frames)")
  }
}
