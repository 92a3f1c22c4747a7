import AudioRecorderClient
import ComposableArchitecture
import DependenciesTestSupport
import PreviewHarness
import RecordMemoFeature
import Styleguide
import TerminalUI
import Testing

@testable import RecordMemoPreview

/// Comparisons of the preview's frames with the ones below.
@Suite("Recording a memo: frames")
@MainActor
struct PreviewTests {
  private let preview = RecordMemoPreview.preview

  @Test("A session records, pauses, asks before discarding, and saves")
  func script() async throws {
    let frames = try await preview.frames(
      "--size", "44x8", "--script", "enter wait:3.5 space wait:2 space d enter enter wait:1")
    #expect(
      frames == """
        == empty
        New memo
        ────────────────────────────────────────────
        Ready to record from Built-in Microphone.




        enter record  v device
        == enter
        Starting…

        ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░
        ────────────────────────────────────────────



        enter stop and save  d discard
        == wait:3.5
        ● Recording                             0:03
                                                  ▇▇
        ███████████████████████████████▌░░░░░░░░░░░░
        ────────────────────────────────────────────
        The tide turns


        enter stop and save  space pause  d discard
        == space
        ‖ Paused                                0:03
                                                  ▇▇
        ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░
        ────────────────────────────────────────────
        The tide turns


        enter stop and save  space resume  d discard
        == wait:2
        ‖ Paused                                0:03
                                                  ▇▇
        ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░
        ────────────────────────────────────────────
        The tide turns at noon.


        enter stop and save  space resume  d discard
        == space
        ● Recording                             0:03
                                                  ▇▇
        ███████████████████████████████▌░░░░░░░░░░░░
        ────────────────────────────────────────────
        The tide turns at noon.


        enter stop and save  space pause  d discard
        == d
        ● Recording                             0:03
        ╭ Discard this recording? ─────────────────╮
        │ It will be moved to the trash. You can   │
        │ restore it from there.                   │
        │                                          │
        │               [ Discard (y) ] [ Cancel ] │
        ╰──────────────────────────────────────────╯
        enter stop and save  space pause  d discard
        == enter
        ● Recording                             0:03
                                                  ▇▇
        ███████████████████████████████▌░░░░░░░░░░░░
        ────────────────────────────────────────────
        The tide turns at noon.


        enter stop and save  space pause  d discard
        == enter
        Saving…                                 0:03
                                                  ▇▇
        ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░
        ────────────────────────────────────────────
        The tide turns at noon.



        == wait:1
        New memo
        ────────────────────────────────────────────
        Ready to record from Built-in Microphone.




        enter record  v device

        """)
  }

  @Test(
    "Each state shows its problem", .dependencies,
    arguments: [
      (
        "denied", "enter enter",
        """
        == denied
        New memo
        ────────────────────────────────────────────
        No microphone found. Plug one in, or switch
        it on in the sound settings.




        enter record  v device
        == enter
        New memo
        ╭ No microphone found. ────────────────────╮
        │ Plug one in, or switch it on in the      │
        │ sound settings.                          │
        │                                          │
        │                                   [ OK ] │
        ╰──────────────────────────────────────────╯

        enter record  v device
        == enter
        New memo
        ────────────────────────────────────────────
        No microphone found. Plug one in, or switch
        it on in the sound settings.




        enter record  v device

        """
      ),
      (
        "noserver", "v enter enter",
        """
        == noserver
        New memo
        ────────────────────────────────────────────
        Cannot connect to a sound server (Connection
        refused). Start PipeWire (with pipewire-
        pulse) or PulseAudio: pulseaudio --start.



        enter record  v device
        == v
        New memo
        ╭ Cannot connect to a sound server. ───────╮
        │ Connection refused. Start PipeWire (with │
        │ pipewire-pulse) or PulseAudio:           │
        │ pulseaudio --start.                      │
        │                                          │
        │                                   [ OK ] │
        ╰──────────────────────────────────────────╯
        enter record  v device
        == enter
        New memo
        ────────────────────────────────────────────
        Cannot connect to a sound server (Connection
        refused). Start PipeWire (with pipewire-
        pulse) or PulseAudio: pulseaudio --start.



        enter record  v device
        == enter
        New memo
        ╭ Cannot connect to a sound server. ───────╮
        │ Connection refused. Start PipeWire (with │
        │ pipewire-pulse) or PulseAudio:           │
        │ pulseaudio --start.                      │
        │                                          │
        │                                   [ OK ] │
        ╰──────────────────────────────────────────╯
        enter record  v device

        """
      ),
      (
        "undiscarded", "d y",
        """
        == undiscarded
        New memo
        ────────────────────────────────────────────
        An earlier recording (1 min) has not been
        saved.
        Ready to record from Built-in Microphone.



        enter save the earlier one  d discard it
        == d
        New memo
        ╭ Discard the earlier recording? ──────────╮
        │ It will be moved to the trash. You can   │
        │ restore it from there.                   │
        │                                          │
        │               [ Discard (y) ] [ Cancel ] │
        ╰──────────────────────────────────────────╯

        enter save the earlier one  d discard it
        == y
        New memo
        ╭ The recording was not discarded. ────────╮
        │ the library is busy: another program is  │
        │ writing to library.sqlite; try again     │
        │ when it is done                          │
        │                                          │
        │                                   [ OK ] │
        ╰──────────────────────────────────────────╯
        enter save the earlier one  d discard it

        """
      ),
      (
        "empty", "v down enter enter wait:1.5 d d y wait:1 u",
        """
        == empty
        New memo
        ────────────────────────────────────────────
        Ready to record from Built-in Microphone.





        enter record  v device
        == v
        New memo
        ─────╭ Record from ───────────────────╮─────
        Ready│ System default  Built-in Micr… │e.
             │ Built-in Microphone            │
             │ Headset                        │
             │                                │
             │ enter choose  ↑↓ select        │
             ╰────────────────────────────────╯
        enter record  v device
        == down
        New memo
        ─────╭ Record from ───────────────────╮─────
        Ready│ System default  Built-in Micr… │e.
             │ Built-in Microphone            │
             │ Headset                        │
             │                                │
             │ enter choose  ↑↓ select        │
             ╰────────────────────────────────╯
        enter record  v device
        == enter
        New memo
        ────────────────────────────────────────────
        Ready to record from Built-in Microphone.





        enter record  v device
        == enter
        Starting…

        ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░
        ────────────────────────────────────────────




        enter stop and save  d discard
        == wait:1.5
        ● Recording                             0:01
                                                   ▇
        ███████████████████████████████████████▍░░░░
        ────────────────────────────────────────────
        The



        enter stop and save  space pause  d discard
        == d
        ● Recording                             0:01
        ╭ Discard this recording? ─────────────────╮
        │ It will be moved to the trash. You can   │
        │ restore it from there.                   │
        │                                          │
        │               [ Discard (y) ] [ Cancel ] │
        ╰──────────────────────────────────────────╯

        enter stop and save  space pause  d discard
        == d
        ● Recording                             0:01
        ╭ Discard this recording? ─────────────────╮
        │ It will be moved to the trash. You can   │
        │ restore it from there.                   │
        │                                          │
        │               [ Discard (y) ] [ Cancel ] │
        ╰──────────────────────────────────────────╯

        enter stop and save  space pause  d discard
        == y
        Discarding…                             0:01
                                                   ▇
        ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░
        ────────────────────────────────────────────
        The




        == wait:1
        New memo
        ────────────────────────────────────────────
        'Memo of 2026-01-01 00:00' is in the trash.
        Ready to record from Built-in Microphone.




        u undo  enter record  v device
        == u
        New memo
        ────────────────────────────────────────────
        Ready to record from Built-in Microphone.





        enter record  v device

        """
      ),
      (
        "failed", "enter",
        """
        == failed
        New memo
        ────────────────────────────────────────────
        Ready to record from Built-in Microphone.





        enter record  v device
        == enter
        New memo
        ╭ There is not enough space to record. ────╮
        │ Not enough disk space to record to       │
        │ /nonexistent/speechmemo/drafts/recording │
        │ .flac; free some space and try again.    │
        │                                          │
        │                                   [ OK ] │
        ╰──────────────────────────────────────────╯
        enter record  v device

        """
      ),
      (
        "nolivetext", "enter wait:1.5 d y",
        """
        == nolivetext
        New memo
        ────────────────────────────────────────────
        Ready to record from Built-in Microphone.





        enter record  v device
        == enter
        Starting…

        ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░
        ────────────────────────────────────────────


        Live text is unavailable: no speech engine
        is set up. Run 'speechmemo doctor'.
        enter stop and save  d discard
        == wait:1.5
        ● Recording                             0:01
                                                   ▇
        ███████████████████████████████████████▍░░░░
        ────────────────────────────────────────────


        Live text is unavailable: no speech engine
        is set up. Run 'speechmemo doctor'.
        enter stop and save  space pause  d discard
        == d
        ● Recording                             0:01
        ╭ Discard this recording? ─────────────────╮
        │ It will be moved to the trash. You can   │
        │ restore it from there.                   │
        │                                          │
        │               [ Discard (y) ] [ Cancel ] │
        ╰──────────────────────────────────────────╯
        is set up. Run 'speechmemo doctor'.
        enter stop and save  space pause  d discard
        == y
        Discarding…                             0:01
                                                   ▇
        ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░
        ────────────────────────────────────────────


        Live text is unavailable: no speech engine
        is set up. Run 'speechmemo doctor'.


        """
      ),
      (
        "draft", "d n enter",
        """
        == draft
        New memo
        ────────────────────────────────────────────
        An earlier recording (1 min) has not been
        saved.
        Ready to record from Built-in Microphone.



        enter save the earlier one  d discard it
        == d
        New memo
        ╭ Discard the earlier recording? ──────────╮
        │ It will be moved to the trash. You can   │
        │ restore it from there.                   │
        │                                          │
        │               [ Discard (y) ] [ Cancel ] │
        ╰──────────────────────────────────────────╯

        enter save the earlier one  d discard it
        == n
        New memo
        ────────────────────────────────────────────
        An earlier recording (1 min) has not been
        saved.
        Ready to record from Built-in Microphone.



        enter save the earlier one  d discard it
        == enter
        New memo
        ────────────────────────────────────────────
        Ready to record from Built-in Microphone.





        enter record  v device

        """
      ),
      (
        "long", "",
        """
        == long
        ● Recording                          1:02:03
         ▄▅▅▆▆▆▆▇▇▇▇▇▇▇ ▅▅▅▆▆▆▆▇▇▇▇▇▇▇▄▅▅▆▆▆▆▆▇▇▇▇▇▇
        ███████████████████████████████████████▎░░░░
        ────────────────────────────────────────────
        395. This is sentence number 396. This is
        sentence number 397. This is sentence number
        398. This is sentence number 399. This is
        sentence number 400. And one more
        enter stop and save  space pause  d discard

        """
      ),
    ])
  func states(name: String, script: String, text: String) async throws {
    let frames = try await preview.frames("--state", name, "--size", "44x9", "--script", script)
    #expect(frames == text)
  }

  @Test("The preview contains the states that have a frame here")
  func list() async throws {
    #expect(
      try await preview.frames("--list")
        == "empty\ndenied\nnoserver\nfailed\nnolivetext\nundiscarded\ndraft\nlong\n")
  }

  @Test("The smallest terminal shows the mode and the time")
  func small() async throws {
    #expect(
      try await preview.frames("--size", "20x5", "--script", "enter wait:1.5").contains(
        "\n● Recording     0:01\n"))
  }

  @Test("Text that may still change is faint")
  func partial() {
    var state = RecordMemoFeature.State()
    state.recordingMemo = RecordingMemo(
      date: .distantPast, text: LiveTranscript(final: "This stays.", partial: "This may not"),
      url: URL(filePath: "/memo"))
    let store = Store(initialState: state) { RecordMemoFeature() }
    let text = Frame(RecordMemoScreen(store: store).view, size: Size(width: 40, height: 8))
      .text { $0.foreground == .role(.faint) ? ("<", ">") : nil }
    #expect(text.contains("This stays. <This may not>"))
  }

  @Test("Unused keys are passed on, but not through an alert, whose default is safe")
  func keys() async {
    let store = Store(initialState: RecordMemoFeature.State()) { RecordMemoFeature() }
    let screen = RecordMemoScreen(store: store)
    let frame = Frame(screen.view, size: Size(width: 44, height: 9))
    for key: Key in ["q", "r", "s", "k", "d", "u", .space, .escape] {
      #expect(!screen.handle(.key(key), in: frame), "\(key)")
    }
    #expect(!screen.handle(.resize(Size(width: 9, height: 9)), in: frame))
    await store.send(
      .draftsResponse(
        .success([RecoveredRecording(duration: .seconds(1), url: URL(filePath: "/memo"))]))
    ).finish()
    #expect(screen.handle(.key("d"), in: frame))
    #expect(store.alert != nil)
    #expect(screen.handle(.key("q"), in: frame))
    #expect(screen.handle(.key(.enter), in: frame))
    #expect(store.alert == nil)
    #expect(store.drafts.count == 1)
  }

  @Test("A recorded session of recording and pausing replays identically")
  func replay() async throws {
    let replayed = try await preview.replay(
      ofTyping: ["\r", "x", " ", "x", " ", "d", "\r", "\r", "x"], in: "empty")
    #expect(replayed.contains("● Recording") && replayed.contains("‖ Paused"))
    #expect(replayed.contains("Discard this recording?"))
  }

  @Test("On an ASCII terminal every glyph has a replacement")
  func ascii() async throws {
    for state in ["empty", "denied", "failed", "nolivetext", "draft", "long"] {
      let frames = try await preview.frames(
        "--state", state, "--ascii", "--size", "60x9", "--script", "enter wait:1 space d y")
      #expect(frames.allSatisfy { $0.isASCII }, "\(frames)")
    }
  }
}
