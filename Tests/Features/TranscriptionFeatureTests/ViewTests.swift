import ComposableArchitecture
import PreviewHarness
import SharedSettings
import Styleguide
import TerminalUI
import Testing

@testable import TranscriptionFeature
@testable import TranscriptionPreview

/// Drawing, and the effects of keys.
@Suite("Transcriptions: the view")
@MainActor
struct ViewTests {
  private func store(
    _ snapshot: TranscriptionFeature.Snapshot = .init(),
    change: (inout TranscriptionFeature.State) -> Void = { _ in }
  ) -> StoreOf<TranscriptionFeature> {
    var state = TranscriptionFeature.State(settings: SharedReader(value: Settings()))
    state.isLoaded = true
    state.work = .paused
    state.queue = snapshot.queue
    change(&state)
    return Store(initialState: state) { TranscriptionFeature() }
  }

  private func status(
    _ snapshot: TranscriptionFeature.Snapshot,
    width: Int = 50, change: (inout TranscriptionFeature.State) -> Void = { _ in }
  ) -> String {
    Frame(
      TranscriptionStatus(store(snapshot, change: change)), size: Size(width: width, height: 1)
    ).text
  }

  @Test("The status line shows the most important state, or nothing")
  func statusLine() {
    let half = job(1, .running, until: .seconds(5))
    #expect(status(queue(half)) == "▶ Memo 1 50%")
    #expect(status(queue(half), width: 7) == "▶ … 50%")
    #expect(status(queue(half, job(2), job(3, .failed))) == "▶ Memo 1 50% and 1 more")
    #expect(status(queue(job(1), job(2))) == "2 transcripts waiting (paused)")
    #expect(status(queue(job(1))) { $0.work = .idle } == "1 transcript waiting")
    #expect(
      status(queue(job(1))) { $0.work = .failed(reason: "no engine") }
        == "1 transcript waiting: no engine")
    #expect(status(queue(job(1, .failed), job(2, .done))) == "1 transcript failed")
    #expect(status(queue(job(1, .done))) == "")
    #expect(status(queue()) { $0.work = .failed(reason: "no engine") } == "")
  }

  @Test("On an ASCII terminal, every symbol has a replacement in the same position")
  func ascii() {
    let store = store(queue(job(1, .running), job(2), job(3, .failed), job(4, .done))) {
      $0.list.selection = 2
    }
    let size = Size(width: 60, height: 12)
    let view = TranscriptionScreen(store: store, timeZone: .gmt).view
    let ascii = Frame(view, size: size, glyphs: .ascii)
    #expect(ascii.text.allSatisfy { $0.isASCII }, "\(ascii.text)")
    let unicode = Frame(view, size: size)
    #expect(ascii.lines.map(\.columns) == unicode.lines.map(\.columns))
  }

  @Test("Unused keys are passed on, but not through a sheet or an alert")
  func keys() async {
    let store = store(queue(job(1, .failed), job(2)))
    let frame = Frame(TranscriptionScreen(store: store).view, size: Size(width: 60, height: 12))
    func press(_ key: Key) -> Bool {
      TranscriptionScreen(store: store).handle(.key(key), in: frame)
    }
    for key: Key in ["q", "x", "r", "t", "m", "w", .escape, .tab, "/", "1"] {
      #expect(!press(key), "\(key)")
    }
    #expect(press(.down))
    #expect(store.selected?.id == id(1))
    #expect(press("W"))
    #expect(press("q"), "it is typed")
    #expect(store.destination?.model?.text.text == "q")
    #expect(TranscriptionScreen(store: store).handle(.paste("x"), in: frame))
    #expect(store.destination?.model?.text.text == "qx")
    await store.send(.destination(.dismiss)).finish()
    await store.send(.enqueueResponse(.failure(CancellationError()))).finish()
    #expect(press("q") && press("y") && press("o"))
    #expect(store.destination?.alert != nil)
    #expect(press(.enter))
    #expect(store.destination == nil)
  }

  @Test("A click chooses a job, and another opens it; the wheel scrolls")
  func mouse() {
    let store = store(queue(job(1), job(2), job(3)))
    let frame = Frame(TranscriptionScreen(store: store).view, size: Size(width: 60, height: 12))
    func click(_ y: Int) -> Bool {
      TranscriptionScreen(store: store).handle(.mouse(Mouse(x: 4, y: y)), in: frame)
    }
    #expect(click(3))
    #expect(store.selected?.id == id(2))
    #expect(click(3))
    #expect(!click(1))
    #expect(
      TranscriptionScreen(store: store).handle(
        .mouse(Mouse(x: 4, y: 3, kind: .scrollDown)), in: frame))
    #expect(!store.list.followsSelection)
  }

  @Test("A recorded session with background work replays identically")
  func replay() async throws {
    let replayed = try await TranscriptionPreview.preview.replay(
      ofTyping: ["G", "T", "y", "g", "c", "u", "W", "x", "\r", "p", "p", "j"], in: "usual")
    #expect(replayed.contains("== c\n") && replayed.contains("== wait:0.7\n"))
    #expect(replayed.contains("Replace the edited transcript?"))
    #expect(replayed.contains("We met at nine."))
  }
}
