import ComposableArchitecture
import ComposableTerminal
import PreviewHarness
import SharedModels
import Testing

@testable import PlaybackFeature
@testable import PlaybackPreview

/// The position is typed as a time, and moved by half a minute or a paragraph.
@Suite("Playback: times and paragraphs")
@MainActor
struct TimeTests {
  private func openSheet(_ store: TestStoreOf<PlaybackFeature>) async {
    await store.send(.timeButtonTapped) {
      $0.destination = .time(.time(in: .seconds(11)))
    }
  }

  @Test(
    "A time or a percentage of the memo is gone to, without the selection",
    arguments: [
      ("0:05", 5), ("00:05.5", 5.5), ("0:00:05", 5), ("5", 5), ("50%", 5.5), ("100%", 11),
    ])
  func goes(text: String, seconds: Double) async {
    let store = makeStore()
    await store.send(.wordSelected(by: 1)) { $0.selectedWordIndex = 0 }
    await openSheet(store)
    await store.send(.destination(.presented(.time(.delegate(.saved(text)))))) {
      $0.destination = nil
      $0.move(to: seconds)
      $0.selectedWordIndex = nil
    }
  }

  @Test(
    "A text that is not a time, and a time after the end, is explained in the sheet",
    arguments: [
      ("x", "'x' is not a time. Type one such as 1:30, 1:02:03, or 30%."),
      ("1:75", "'1:75' is not a time. Type one such as 1:30, 1:02:03, or 30%."),
      ("101%", "'101%' is not a time. Type one such as 1:30, 1:02:03, or 30%."),
      ("0:12", "The memo ends at 0:11."),
    ])
  func problem(text: String, problem: String) async {
    let store = makeStore()
    await openSheet(store)
    await store.send(.destination(.presented(.time(.delegate(.saved(text)))))) {
      $0.destination?.modify(\.time) { $0.problem = problem }
    }
  }

  @Test("The next and the previous paragraph are selected at their first words")
  func paragraphs() async {
    var state = PlaybackFeature.State(recording: Shared(value: .mock))
    state.transcript = .loaded(Transcript(.talk))
    let store = makeStore(state)
    await store.send(.wordPressed(at: 12)) { $0.selectedWordIndex = 1 }
    await store.send(.paragraphSelected(by: 1)) { $0.selectedWordIndex = 5 }
    await store.send(.paragraphSelected(by: 1))
    await store.send(.paragraphSelected(by: -1)) { $0.selectedWordIndex = 0 }
  }

  @Test("Keys open the sheet and skip half a minute")
  func keys() async throws {
    let preview = PlaybackPreview.preview
    let sheet = try await preview.lastFrame(of: "long", "g type:90:00 enter", size: "60x12")
    #expect(sheet.contains("Go to a time") && sheet.contains("The memo ends at 1:00:00."))
    for (script, time) in [
      ("g type:30:00 enter", "30:00"), ("> > >", "1:30"), ("> > > <", "1:00"),
      ("} enter space", "1:05"),
    ] {
      let frame = try await preview.lastFrame(of: "long", script, size: "60x12")
      let position = frame.split(separator: "\n").first { $0.hasSuffix(" 1:00:00") }
      #expect(position?.contains(" \(time) ") == true, "\(script): \(frame)")
    }
  }
}
