import ComposableArchitecture
import ImportCore
import ImportFeature
import TerminalUI
import Testing

@MainActor
struct ScreenTests {
  private func send(_ event: Event, to store: StoreOf<ImportFeature>) -> Bool {
    let screen = ImportScreen(store: store)
    return screen.handle(event, in: Frame(screen.view, size: Size(width: 60, height: 8)))
  }

  private func makeStore(_ state: ImportFeature.State) -> StoreOf<ImportFeature> {
    Store(initialState: state) { ImportFeature() }
  }

  @Test("Typed and pasted text is a path; other keys do nothing")
  func keys() {
    let store = makeStore(ImportFeature.State("/a"))
    #expect(send(.key("q"), to: store) && send(.paste(".wav"), to: store))
    #expect(store.field.text == "/aq.wav")
    #expect(!send(.key(.up), to: store) && !send(.key(.function(1)), to: store))
    #expect(!send(.resize(Size(width: 9, height: 9)), to: store))
  }

  @Test("Typing is ignored during an import")
  func importing() {
    var state = ImportFeature.State(files: [URL(fileURLWithPath: "/a.wav")])
    state.isImporting = true
    let store = makeStore(state)
    for event in [Event.key("x"), .key(.enter), .key(.tab), .paste("x")] {
      #expect(!send(event, to: store))
    }
    #expect(store.state == state)
  }

  @Test("The footer's keys can be clicked on")
  func mouse() throws {
    let texts = LockIsolated<[String]>([])
    let store = Store(initialState: ImportFeature.State("/a.wav")) {
      ImportFeature()
    } withDependencies: {
      $0.importClient.paths = { text in
        texts.withValue { $0.append(text) }
        return []
      }
    }
    let screen = ImportScreen(store: store)
    let frame = Frame(screen.view, size: Size(width: 60, height: 8))
    let row = try #require(frame.lines.firstIndex { $0.contains("enter import") })
    #expect(screen.handle(.mouse(Mouse(x: 4, y: row)), in: frame))
    #expect(texts.value == ["/a.wav"])
    #expect(!screen.handle(.mouse(Mouse(x: 4, y: 0)), in: frame))
  }
}
