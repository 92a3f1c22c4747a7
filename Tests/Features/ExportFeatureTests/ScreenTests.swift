import ComposableArchitecture
import DatabaseClient
import DependenciesTestSupport
import ExportFeature
import ExportFilesClient
import SharedModels
import TerminalUI
import Testing
import TranscriptExport

@MainActor
struct ScreenTests {
  private let files = LockIsolated<[String: Data]>([:])

  private func store(_ recordings: [Recording] = [.mock]) -> StoreOf<ExportFeature> {
    Store(initialState: ExportFeature.State(recordings: recordings)) {
      ExportFeature()
    } withDependencies: {
      $0.database = .inMemory()
      $0.exportFiles = .inMemory(files)
    }
  }

  private func frame(_ store: StoreOf<ExportFeature>) -> Frame {
    Frame(ExportScreen(store: store).view, size: Size(width: 60, height: 14))
  }

  private func send(_ event: Event, to store: StoreOf<ExportFeature>) -> Bool {
    ExportScreen(store: store).handle(event, in: frame(store))
  }

  @Test("A click moves the focus")
  func click() throws {
    let store = store()
    let row = try #require(frame(store).lines.firstIndex { $0.hasPrefix("Name") })
    #expect(send(.mouse(Mouse(x: 12, y: row)), to: store))
    #expect(store.field == .name)
    #expect(!send(.mouse(Mouse(x: 12, y: 0)), to: store))
  }

  @Test("Clicking the focused option changes it, and footer keys can be clicked")
  func clickToChange() {
    let store = store()
    #expect(send(.mouse(Mouse(x: 12, y: 2)), to: store))
    #expect(store.content == .transcript(.srt))
    // The row reads "enter export  ←→ change  tab next  esc cancel".
    #expect(send(.mouse(Mouse(x: 26, y: 13)), to: store))
    #expect(store.field == .lineLength)
  }

  @Test("q closes the page, unless it is typed into a field")
  func quitKey() {
    let store = store()
    func cancels() -> Bool {
      ExportScreen(store: store).keys.contains { binding in
        binding.action(for: "q")?.is(\.cancelButtonTapped) == true
      }
    }
    #expect(cancels())
    store.send(.fieldChosen(.name))
    #expect(!cancels() && send(.key("q"), to: store))
    #expect(store.name.text.hasSuffix("q"))
    store.send(.exportResponse(.success([])))
    #expect(cancels())
  }

  @Test("Speakers that are missing from a memo with speech are called that")
  func noSpeakers() {
    var state = ExportFeature.State(recordings: [.mock])
    state.preview = .text("")
    for (format, text) in [
      (ExportFormat.rttm, "No speakers detected."), (.txt, "No speech detected."),
    ] {
      state.content = .transcript(format)
      let store = Store(initialState: state) { ExportFeature() }
      #expect(frame(store).text.contains(text))
    }
  }

  @Test("Text is typed and pasted into the selected field, but not into a choice")
  func typing() {
    let store = store()
    #expect(!send(.paste("/tmp"), to: store))
    #expect(store.folder.text == "" && store.content == .transcript(.txt))
    #expect(send(.key(.down), to: store) && send(.paste("/tmp"), to: store))
    #expect(send(.key("x"), to: store))
    #expect(store.folder.text == "/tmpx")
    #expect(send(.key(.left), to: store) && send(.key("/"), to: store))
    #expect(store.folder.text == "/tmp/x", "arrows move the cursor of a field")
  }

  @Test("A title cannot control the terminal")
  func hostileTitle() {
    let text = frame(store([.preview(title: "a\u{1b}[31mb\nc")])).text
    #expect(!text.contains("\u{1b}") && text.contains("[31mb\\nc"))
  }

  @Test("While it writes and when it is done, no choice can be changed")
  func phases() {
    for phase in [ExportFeature.Phase.exporting, .finished(skipped: [])] {
      var state = ExportFeature.State(recording: .mock)
      state.phase = phase
      state.field = .name
      let store = Store(initialState: state) { ExportFeature() }
      for event in [Event.key(.right), .key(.down), .key("x"), .paste("x")] {
        #expect(!send(event, to: store))
      }
      #expect(store.name == state.name && store.field == .name)
    }
  }
}
