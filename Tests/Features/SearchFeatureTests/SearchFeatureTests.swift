import ComposableArchitecture
import DatabaseClient
import DependenciesTestSupport
import SearchFeature
import SharedModels
import TerminalUI
import Testing

@MainActor
struct SearchFeatureTests {
  private let clock = TestClock()
  private let queries = LockIsolated<[String]>([])
  private let titled = SearchHit(recording: .mock, places: [])
  private let said = SearchHit(
    recording: .preview(title: "Other"),
    places: [
      .init(excerpt: "on the budget", matches: [7..<13], time: .seconds(3), wordIndex: 4),
      .init(excerpt: "budget again", matches: [0..<6], time: .seconds(9), wordIndex: 20),
    ])

  private func makeStore(
    _ search: @escaping @Sendable (SearchQuery) async throws -> [SearchHit]
  ) -> TestStoreOf<SearchFeature> {
    TestStore(initialState: SearchFeature.State()) {
      SearchFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.database.search = { [queries] query in
        queries.withLock { $0.append(query.text) }
        return try await search(query)
      }
    }
  }

  @Test("Words are searched for when typing pauses, once, the last one as a beginning")
  func debounce() async {
    let store = makeStore { [said] _ in [said] }
    await store.send(.fieldChanged(TextFieldState("b"))) {
      $0.field = TextFieldState("b")
      $0.isSearching = true
    }
    await clock.advance(by: .milliseconds(199))
    await store.send(.fieldChanged(TextFieldState("bu"))) { $0.field = TextFieldState("bu") }
    await clock.advance(by: .milliseconds(199))
    #expect(queries.value == [])
    await clock.advance(by: .milliseconds(1))
    await store.receive(\.searchDebounced)
    await store.receive(\.searchResponse) {
      $0.hits = [said]
      $0.isSearching = false
      $0.list = ListState(selection: 1)
      $0.searchedText = "bu"
    }
    #expect(queries.value == ["bu*"])
    #expect(store.state.rows == [.memo(0), .place(hit: 0, place: 0), .place(hit: 0, place: 1)])
  }

  @Test("A renamed memo in the results shows its new title; a deleted one keeps its last")
  func renamed() {
    let recordings = Shared(value: IdentifiedArray(uniqueElements: [titled.recording]))
    let state = SearchFeature.State("budget", recordings: SharedReader(recordings))
    recordings.withLock { $0[id: titled.recording.id]?.title = "Minutes" }
    #expect(state.recording(of: titled).title == "Minutes")
    recordings.withLock { $0 = [] }
    #expect(state.recording(of: titled).title == titled.recording.title)
  }

  @Test("Enter before the results arrive searches at once and opens the first one")
  func enterBefore() async {
    let store = makeStore { [said] _ in [said] }
    await store.send(.fieldChanged(TextFieldState("bud"))) {
      $0.field = TextFieldState("bud")
      $0.isSearching = true
    }
    await store.send(.openButtonTapped) { $0.opensFirst = true }
    await store.receive(\.searchDebounced)
    await store.receive(\.searchResponse) {
      $0.hits = [said]
      $0.isSearching = false
      $0.list = ListState(selection: 1)
      $0.opensFirst = false
      $0.searchedText = "bud"
    }
    await store.receive {
      guard case .delegate(.opened(let id, at: .seconds(3), let query)) = $0
      else { return false }
      return id == said.recording.id && query.text == "bud*"
    }
    await clock.advance(by: SearchFeature.debounce)
    #expect(queries.value == ["bud*"])
  }

  @Test("A query from the parent is searched as if typed")
  func requested() async {
    var state = SearchFeature.State()
    _ = SearchFeature().search(for: "bud", &state)
    #expect(state.field == TextFieldState("bud") && state.isSearching)
    let store = makeStore { [said] _ in [said] }
    await store.send(.fieldChanged(TextFieldState("bud"))) {
      $0.field = TextFieldState("bud")
      $0.isSearching = true
    }
    await clock.advance(by: SearchFeature.debounce)
    await store.receive(\.searchDebounced)
    await store.receive(\.searchResponse) {
      $0.hits = [said]
      $0.isSearching = false
      $0.list = ListState(selection: 1)
      $0.searchedText = "bud"
    }
    #expect(queries.value == ["bud*"])
  }

  @Test("A blank is searched for as little as nothing is")
  func blank() async {
    let store = makeStore { _ in [] }
    await store.send(.fieldChanged(TextFieldState(" "))) { $0.field = TextFieldState(" ") }
    await clock.advance(by: .seconds(1))
    #expect(queries.value == [])
  }

  @Test(
    "Phrases and prefixes are searched unchanged", .dependencies,
    arguments: [
      ("budget ", "budget*"), ("on the b", "on the b*"), ("\"on the", "\"on the"),
      ("\"on the\"", "\"on the\""), ("bu*", "bu*"), ("\"a b\" c", "\"a b\" c*"),
    ])
  func queries(text: String, expected: String) async {
    let store = makeStore { _ in [] }
    await store.send(.fieldChanged(TextFieldState(text))) {
      $0.field = TextFieldState(text)
      $0.isSearching = true
    }
    await clock.advance(by: SearchFeature.debounce)
    await store.receive(\.searchDebounced)
    await store.receive(\.searchResponse) {
      $0.isSearching = false
      $0.searchedText = text.trimmingCharacters(in: .whitespaces)
    }
    #expect(queries.value == [expected])
  }

  @Test("A new search cancels the running one")
  func newer() async {
    let store = makeStore { [titled] query in
      if query.text == "a*" { try await Task.never() }
      return [titled]
    }
    await store.send(.fieldChanged(TextFieldState("a"))) {
      $0.field = TextFieldState("a")
      $0.isSearching = true
    }
    await clock.advance(by: SearchFeature.debounce)
    await store.receive(\.searchDebounced)
    await store.send(.fieldChanged(TextFieldState("ab"))) { $0.field = TextFieldState("ab") }
    await clock.advance(by: SearchFeature.debounce)
    await store.receive(\.searchDebounced)
    await store.receive(\.searchResponse) {
      $0.hits = [titled]
      $0.isSearching = false
      $0.list = ListState(selection: 0)
      $0.searchedText = "ab"
    }
  }

  @Test("A memo opens at its beginning, and a match at the word that was found")
  func open() async {
    let store = makeStore { _ in [] }
    await store.send(.openButtonTapped)
    await store.send(.searchResponse(text: "", .success([titled, said]))) {
      $0.hits = [titled, said]
      $0.list = ListState(selection: 0)
      $0.searchedText = ""
    }
    await store.send(.openButtonTapped)
    let query = SearchQuery("")
    await store.receive(\.delegate, .opened(titled.recording.id, at: .zero, query))
    await store.send(.set(\.list, ListState(selection: 3))) { $0.list = ListState(selection: 3) }
    await store.send(.openButtonTapped)
    await store.receive(\.delegate, .opened(said.recording.id, at: .seconds(9), query))
  }

  @Test("Clearing removes the results and cancels the pending search")
  func clear() async {
    let store = makeStore { _ in [] }
    await store.send(.searchResponse(text: "", .success([said]))) {
      $0.hits = [said]
      $0.list = ListState(selection: 1)
      $0.searchedText = ""
    }
    await store.send(.fieldChanged(TextFieldState("x"))) {
      $0.field = TextFieldState("x")
      $0.isSearching = true
    }
    await store.send(.clearButtonTapped) {
      $0.field = TextFieldState()
      $0.hits = []
      $0.isSearching = false
      $0.list = ListState()
      $0.searchedText = nil
    }
    await clock.advance(by: .seconds(1))
    #expect(queries.value == [])
  }

  @Test("A failed search shows the reason")
  func failure() async {
    let store = makeStore { throw DatabaseError.notSearchable($0.text) }
    await store.send(.fieldChanged(TextFieldState("?"))) {
      $0.field = TextFieldState("?")
      $0.isSearching = true
    }
    await clock.advance(by: SearchFeature.debounce)
    await store.receive(\.searchDebounced)
    await store.receive(\.searchResponse) {
      $0.isSearching = false
      $0.problem = DatabaseError.notSearchable("?").description
    }
  }
}
