import AudioRecorderClient
import ComposableArchitecture
import PreviewHarness
import RecordMemoFeature
import Styleguide
import TerminalUI
import Testing

@testable import RecordMemoPreview

/// What the preview shows, compared with the frames below.
@Suite("Recording a memo: frames")
@MainActor
struct PreviewTests {
  private let preview = RecordMemoPreview.preview

  @Test("A script records, pauses, is asked whether to discard, and keeps")
  func script() async throws {
    let frames = try await preview.frames(
      "--size", "44x8", "--script", "enter wait:3.5 space wait:2 space d enter enter wait:1")
    #expect(
      frames == """
        == empty
        New memo
        ────────────────────────────────────────────
        Ready to record.




        enter record
        == enter
        ● Recording                             0:00

        ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░
        ────────────────────────────────────────────



        enter stop and save  space pause  d discard
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
              ╭ Discard this recording? ────╮     ▇▇
        ██████│ This cannot be undone.      │░░░░░░░
        ──────│                             │───────
        The ti│  [ Discard (y) ] [ Cancel ] │
              ╰─────────────────────────────╯

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
        Ready to record.




        enter record

        """)
  }

  @Test(
    "Each state shows what is the matter",
    arguments: [
      (
        "denied", "enter enter",
        """
        == denied
        New memo
        ────────────────────────────────────────────
        Ready to record.





        enter record
        == enter
        New memo
        ╭ Permission is required to record voice … ╮
        │ Plug a microphone in, and check that a   │
        │ sound server is running: 'speechmemo     │
        │ doctor' says what is wrong.              │
        │                                          │
        │                                   [ OK ] │
        ╰──────────────────────────────────────────╯
        enter record
        == enter
        New memo
        ────────────────────────────────────────────
        There is nothing to record from.





        enter record

        """
      ),
      (
        "failed", "enter",
        """
        == failed
        New memo
        ────────────────────────────────────────────
        Ready to record.





        enter record
        == enter
        ╭ Voice memo recording failed. ────────────╮
        │ there is too little space on the disk to │
        │ record to                                │
        │ /nonexistent/speechmemo/drafts/recording │
        │ .flac; free some and try again           │
        │                                          │
        │                                   [ OK ] │
        ╰──────────────────────────────────────────╯
        enter record

        """
      ),
      (
        "nolivetext", "enter wait:1.5 d y",
        """
        == nolivetext
        New memo
        ────────────────────────────────────────────
        Ready to record.





        enter record
        == enter
        ● Recording                             0:00

        ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░
        ────────────────────────────────────────────


        there is no live text: no speech engine is
        set up; 'make run' sets one up
        enter stop and save  space pause  d discard
        == wait:1.5
        ● Recording                             0:01
                                                   ▇
        ███████████████████████████████████████▍░░░░
        ────────────────────────────────────────────


        there is no live text: no speech engine is
        set up; 'make run' sets one up
        enter stop and save  space pause  d discard
        == d
        ● Recording                             0:01
                                                   ▇
        ██████╭ Discard this recording? ────╮██▍░░░░
        ──────│ This cannot be undone.      │───────
              │                             │
              │  [ Discard (y) ] [ Cancel ] │
        there ╰─────────────────────────────╯ne is
        set up; 'make run' sets one up
        enter stop and save  space pause  d discard
        == y
        Discarding…                             0:01
                                                   ▇
        ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░
        ────────────────────────────────────────────


        there is no live text: no speech engine is
        set up; 'make run' sets one up


        """
      ),
      (
        "draft", "d n s",
        """
        == draft
        New memo
        ────────────────────────────────────────────
        An earlier recording of 1 min has not been
        saved.




        enter record  s save the earlier one
        == d
        New memo
        ────────────────────────────────────────────
        An ea╭ Discard the earlier recording? ╮een
        saved│ This cannot be undone.         │
             │                                │
             │     [ Discard (y) ] [ Cancel ] │
             ╰────────────────────────────────╯

        enter record  s save the earlier one
        == n
        New memo
        ────────────────────────────────────────────
        An earlier recording of 1 min has not been
        saved.




        enter record  s save the earlier one
        == s
        New memo
        ────────────────────────────────────────────
        Ready to record.





        enter record

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

  @Test("The preview's states are those that have a frame here")
  func list() async throws {
    #expect(
      try await preview.frames("--list") == "empty\ndenied\nfailed\nnolivetext\ndraft\nlong\n")
  }

  @Test("On the smallest terminal there are the mode and the time")
  func small() async throws {
    #expect(
      try await preview.frames("--size", "20x5", "--script", "enter wait:1.5").contains(
        "\n● Recording     0:01\n"))
  }

  @Test("What may still change is faint")
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

  @Test("Keys that mean nothing here are left to others; none passes an alert, and enter is safe")
  func keys() async {
    let store = Store(initialState: RecordMemoFeature.State()) { RecordMemoFeature() }
    let screen = RecordMemoScreen(store: store)
    let frame = Frame(screen.view, size: Size(width: 44, height: 9))
    for key: Key in ["q", "k", "d", .space, .escape] {
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

  @Test("A session in which a memo is recorded and paused replays to the same frames")
  func replay() async throws {
    let replayed = try await preview.replay(
      ofTyping: ["\r", "x", " ", "x", " ", "d", "\r", "\r", "x"], in: "empty")
    #expect(replayed.contains("● Recording") && replayed.contains("‖ Paused"))
    #expect(replayed.contains("Discard this recording?"))
  }

  @Test("On a terminal of ASCII alone every sign has another")
  func ascii() async throws {
    for state in ["empty", "denied", "failed", "nolivetext", "draft", "long"] {
      let frames = try await preview.frames(
        "--state", state, "--ascii", "--size", "60x9", "--script", "enter wait:1 space d y")
      #expect(frames.allSatisfy { $0.isASCII }, "\(frames)")
    }
  }
}
