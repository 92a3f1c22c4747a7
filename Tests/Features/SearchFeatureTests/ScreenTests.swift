import ComposableArchitecture
import DatabaseClient
import SearchFeature
import SharedModels
import TerminalUI
import Testing

@MainActor
struct ScreenTests {
  private let opened = LockIsolated<[SearchFeature.Action.Delegate]>([])

  private func makeStore(_ text: String = "") -> StoreOf<SearchFeature> {
    Store(initialState: SearchFeature.State(text)) {
      SearchFeature()
      Reduce<SearchFeature.State, SearchFeature.Action> { [opened] _, action in
        if let delegate = action[case: \.delegate] { opened.withValue { $0.append(delegate) } }
        return .none
      }
    } withDependencies: {
      // Typed text is never searched for.
      $0.continuousClock = TestClock()
    }
  }

  private func send(_ event: Event, to store: StoreOf<SearchFeature>) -> Bool {
    let screen = SearchScreen(store: store)
    return screen.handle(event, in: Frame(screen.view, size: Size(width: 60, height: 10)))
  }

  @Test("Letters are typed, and arrows move through the results")
  func keys() {
    let store = makeStore()
    store.send(.searchResponse(text: "", .success([hit("One"), hit("Two")])))
    #expect(send(.key(.down), to: store))
    #expect(store.list.selection == 1)
    #expect(send(.key("j"), to: store) && send(.paste("k"), to: store))
    #expect(store.field.text == "jk" && store.list.selection == 1)
    #expect(!send(.key(.tab), to: store) && !send(.resize(Size(width: 9, height: 9)), to: store))
    store.send(.clearButtonTapped)
    #expect(!send(.key(.escape), to: store), "there is nothing to clear")
  }

  @Test("A click chooses, a second one opens, and the footer's keys can be clicked on")
  func mouse() {
    let store = makeStore("words")
    store.send(.searchResponse(text: "words", .success([hit("One"), hit("Two")])))
    #expect(send(.mouse(Mouse(x: 3, y: 3)), to: store))
    #expect(store.list.selection == 1 && opened.value.isEmpty)
    #expect(send(.mouse(Mouse(x: 3, y: 3)), to: store))
    let query = SearchQuery("words*")
    #expect(opened.value == [.opened(Recording.mock.id, at: .zero, query)])
    // The row reads "↑↓ select  enter open match  esc clear".
    #expect(send(.mouse(Mouse(x: 32, y: 9)), to: store))
    #expect(store.field.text == "" && store.hits.isEmpty)
  }

  private func hit(_ title: String) -> SearchHit {
    SearchHit(recording: .preview(title: title), places: [])
  }
}
