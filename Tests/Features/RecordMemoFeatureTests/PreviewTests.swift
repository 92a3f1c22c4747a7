import AudioRecorderClient
import ComposableArchitecture
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
  let preview = RecordMemoPreview.preview

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
