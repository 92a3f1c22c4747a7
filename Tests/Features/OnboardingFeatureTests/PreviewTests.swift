import ComposableArchitecture
import PreviewHarness
import Testing

@testable import OnboardingPreview

@MainActor
struct PreviewTests {
  private let preview = OnboardingPreview.preview

  @Test("MOD-07 With everything set up, the first memo is offered")
  func usual() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "down", size: "72x12") == """
        == down
        Welcome to SpeechMemo
        Record memos and search every word. Everything stays local by default.
        ────────────────────────────────────────────────────────────────────────
        • Library        0 memos in /home/me/memos
        • Speech engine  faster-whisper 1.2 with tiny.en in /opt/engine
        • Ffmpeg         m4a, webm and video can be imported
        • Microphone     audio is recorded from the headset
        • Loudspeaker    audio plays through the headset
        ────────────────────────────────────────────────────────────────────────
        Record your first memo, or import one.

        enter record  i import  R recheck  esc later  ↑↓ select
        """)
  }

  @Test("A missing item is selected and shown with its fix")
  func denied() async throws {
    #expect(
      try await preview.lastFrame(of: "denied", "R", size: "72x15") == """
        == R
        Welcome to SpeechMemo
        Record memos and search every word. Everything stays local by default.
        ────────────────────────────────────────────────────────────────────────
        • Library        0 memos in /home/me/memos
        ✗ Speech engine  the speech engine is not set up in /opt/engine
        • Ffmpeg         m4a, webm and video can be imported
        ! Microphone     cannot connect to a sound server (Connection refused)
        • Loudspeaker    audio plays through the headset
        ────────────────────────────────────────────────────────────────────────
        The speech engine is not set up in /opt/engine.
        To fix it: run 'speechmemo setup-engine' to set it up.
        Fix what is missing, then check again.


        i import  R recheck  esc later  ↑↓ select
        """)
  }

  @Test("Selecting another problem shows its fix")
  func other() async throws {
    #expect(
      try await preview.lastFrame(of: "denied", "down down", size: "72x15") == """
        == down
        Welcome to SpeechMemo
        Record memos and search every word. Everything stays local by default.
        ────────────────────────────────────────────────────────────────────────
        • Library        0 memos in /home/me/memos
        ✗ Speech engine  the speech engine is not set up in /opt/engine
        • Ffmpeg         m4a, webm and video can be imported
        ! Microphone     cannot connect to a sound server (Connection refused)
        • Loudspeaker    audio plays through the headset
        ────────────────────────────────────────────────────────────────────────
        Cannot connect to a sound server (Connection refused).
        To fix it: start PipeWire (with pipewire-pulse) or PulseAudio:
        pulseaudio --start.
        Fix what is missing, then check again.

        i import  R recheck  esc later  ↑↓ select
        """)
  }

  @Test("A slow check does not delay the others")
  func loading() async throws {
    #expect(
      try await preview.lastFrame(of: "loading", "down", size: "72x12") == """
        == down
        Welcome to SpeechMemo
        Record memos and search every word. Everything stays local by default.
        ────────────────────────────────────────────────────────────────────────
        • Library        0 memos in /home/me/memos
        … Speech engine  checking…
        • Ffmpeg         m4a, webm and video can be imported
        • Microphone     audio is recorded from the headset
        • Loudspeaker    audio plays through the headset
        ────────────────────────────────────────────────────────────────────────
        Checking your system.

        enter record  i import  R recheck  esc later  ↑↓ select
        """)
  }

  @Test("Recording is disabled with a damaged library")
  func failed() async throws {
    #expect(
      try await preview.lastFrame(of: "failed", "ctrl+n", size: "72x14") == """
        == ctrl+n
        Welcome to SpeechMemo
        Record memos and search every word. Everything stays local by default.
        ────────────────────────────────────────────────────────────────────────
        ✗ Library        a page of it is torn
        • Speech engine  faster-whisper 1.2 with tiny.en in /opt/engine
        • Ffmpeg         m4a, webm and video can be imported
        • Microphone     audio is recorded from the headset
        • Loudspeaker    audio plays through the headset
        ────────────────────────────────────────────────────────────────────────
        A page of it is torn.
        To fix it: move /home/me/library.sqlite aside and restore a backup in
        its place.
        Fix what is missing, then check again.
        i import  R recheck  esc later  ↑↓ select
        """)
  }

  @Test("An invalid path shows an error below the field")
  func nowhere() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "i type:/nowhere enter", size: "72x14") == """
        == enter
        Welcome to SpeechMemo
        Record memos and search every word. Everything stays local by default.
        ────────────────────────────────────────────────────────────────────────
        • Library        0 memos in /home/me/memos
        • Speec╭ Import ────────────────────────────────────────────────╮
        • Ffmpe│ /nowhere                                               │
        • Micro│ /nowhere: no such file or folder                       │
        • Louds│ enter import  esc cancel                               │
        ───────╰────────────────────────────────────────────────────────╯───────
        Record your first memo, or import one.



        enter record  i import  R recheck  esc later  ↑↓ select
        """)
  }

  @Test("Long words are cut in the list and whole below it")
  func long() async throws {
    #expect(
      try await preview.lastFrame(of: "long", "down", size: "72x20") == """
        == down
        Welcome to SpeechMemo
        Record memos and search every word. Everything stays local by default.
        ────────────────────────────────────────────────────────────────────────
        ! Library        one thing after the other, one thing after the other,…
        ! Speech engine  one thing after the other, one thing after the other,…
        ! Ffmpeg         one thing after the other, one thing after the other,…
        ! Microphone     one thing after the other, one thing after the other,…
        ! Loudspeaker    one thing after the other, one thing after the other,…
        ────────────────────────────────────────────────────────────────────────
        One thing after the other, one thing after the other, one thing after
        the other, one thing after the other, one thing after the other, one
        thing after the other, one thing after the other, one thing after the
        other, one thing after the other, .
        To fix it: first this and then that, first this and then that, first
        this and then that, first this and then that, first this and then that,
        first this and then that, first this and then that, first this and then
        that, first this and then that, .
        Import your first memo.

        i import  R recheck  esc later  ↑↓ select
        """)
  }

  @Test("A small terminal keeps the selection visible")
  func small() async throws {
    #expect(
      try await preview.lastFrame(of: "denied", "down", size: "40x10") == """
        == down
        Welcome to SpeechMemo
        Record memos and search every word.
        ────────────────────────────────────────
        ✗ Speech engine  the speech engine is… │
        • Ffmpeg         m4a, webm and video … ┃
        ! Microphone     cannot connect to a … ┃
        • Loudspeaker    audio plays through … ┃
        ────────────────────────────────────────
        Fix what is missing, then check again.
        i import  R recheck  esc later
        """)
  }

  @Test("The smallest terminal does not crash")
  func smallest() async throws {
    #expect(
      try await preview.lastFrame(of: "long", "i", size: "20x5") == """
        == i
        ╭ Import ──────────╮
        │ a file or a fol… │
        │                  │
        │ esc cancel       │
        ╰──────────────────╯
        """)
  }

  @Test("A session replays to the same frames")
  func replay() async throws {
    let replayed = try await preview.replay(
      ofTyping: ["j", "j", "R", "i", "x", "\r"], in: "denied")
    #expect(replayed.contains("no such file or folder"))
  }

  @Test("On an ASCII terminal every glyph has a replacement", arguments: ["denied", "loading"])
  func ascii(state: String) async throws {
    let frames = try await preview.frames(
      "--state", state, "--ascii", "--size", "60x14", "--script", "down i")
    #expect(frames.allSatisfy { $0.isASCII }, "\(frames)")
  }
}
