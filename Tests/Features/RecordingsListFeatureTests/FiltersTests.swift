import ComposableArchitecture
import Foundation
import IdentifiedCollections
import SharedModels
import TerminalUI
import Testing

@testable import RecordingsListFeature

/// Tags and saved filters.
@MainActor
struct FiltersTests {
  private let memos: IdentifiedArrayOf<Recording> = [
    .memo(4, "Call", tags: ["Work"]), .memo(3, "Shop", tags: ["workshop"], isFavorite: true),
    .memo(2, "Budget", tags: ["work", "money"], isFavorite: true),
    .memo(1, "List", tags: ["to do", "to do"]), .memo(5, "Bar", tags: ["café"]),
    .memo(6, "Inn", tags: ["CAFE"]),
  ]

  private func store(
    _ arrangement: Arrangement = Arrangement()
  ) -> TestStoreOf<RecordingsListFeature> {
    let store = TestStore(
      initialState: RecordingsListFeature.State(
        recordings: Shared(value: memos), arrangement: arrangement)
    ) {
      RecordingsListFeature()
    } withDependencies: {
      $0.defaultFileStorage = .inMemory
    }
    store.exhaustivity = .off
    return store
  }

  private func titles(_ store: TestStoreOf<RecordingsListFeature>) -> [String] {
    store.state.rows.compactMap { memos[id: $0]?.title }
  }

  @Test("Tags are counted without case, those of most memos first, each memo once")
  func tags() {
    let state = FiltersFeature.State(recordings: memos, current: Arrangement())
    #expect(
      state.tags == [
        TagCount("Work", count: 2), TagCount("CAFE", count: 1), TagCount("café", count: 1),
        TagCount("money", count: 1), TagCount("to do", count: 1), TagCount("workshop", count: 1),
      ])
  }

  @Test("A tag that is chosen shows as many memos as it says, whatever another one begins with")
  func choose() async {
    let store = store()
    await store.send(.filtersButtonTapped)
    for (index, tag) in (store.state.destination?.filters?.tags ?? []).enumerated() {
      await store.send(.filtersButtonTapped)
      await store.send(\.destination.filters.binding.list, ListState(selection: index))
      await store.send(\.destination.filters.chooseButtonTapped)
      await store.receive(\.destination.filters.delegate.chosen)
      #expect(titles(store).count == tag.count, "\(tag)")
      #expect(store.state.destination == nil)
    }
    #expect(store.state.arrangement.filter == "#workshop", "no other tag begins so")
  }

  @Test("The list's filter gets a name, is picked again by it, and deleted")
  func saved() async {
    let store = store(Arrangement(favoritesOnly: true, filter: "#work "))
    await store.send(.filtersButtonTapped)
    await store.send(\.destination.filters.nameButtonTapped)
    await store.send(\.destination.filters.binding.nameField, TextFieldState(" Loved "))
    await store.send(\.destination.filters.nameSaveButtonTapped)
    let saved = SavedFilter("Loved", text: "#work", favoritesOnly: true)
    #expect(store.state.destination?.filters?.filters == [saved])
    #expect(store.state.destination?.filters?.selectedRow == .filter(saved))
    await store.send(.destination(.dismiss))
    await store.send(.filterClearButtonTapped)
    #expect(titles(store).count == 6)

    await store.send(.filtersButtonTapped)
    await store.send(\.destination.filters.chooseButtonTapped)
    await store.receive(\.destination.filters.delegate.chosen)
    #expect(titles(store) == ["Shop", "Budget"])

    await store.send(.filtersButtonTapped)
    await store.send(\.destination.filters.deleteButtonTapped)
    #expect(store.state.destination?.filters?.filters == [])
    #expect(store.state.destination?.filters?.list.selection == 0, "the first tag")
    await store.send(\.destination.filters.undoButtonTapped)
    #expect(store.state.destination?.filters?.filters == [saved])
    #expect(store.state.destination?.filters?.selectedRow == .filter(saved))
  }

  @Test("Deleted filters come back to their places, the last one first, but not beside a new one")
  func undo() async {
    let store = TestStore(
      initialState: FiltersFeature.State(recordings: [], current: Arrangement(filter: "new"))
    ) {
      FiltersFeature()
    } withDependencies: {
      $0.defaultFileStorage = .inMemory
    }
    store.exhaustivity = .off
    let filters = ["A", "B", "C"].map { SavedFilter($0, text: "old") }
    store.state.$filters.withLock { $0 = filters }
    for _ in 1...2 {
      await store.send(.set(\.list, ListState(selection: 1)))
      await store.send(.deleteButtonTapped)
    }
    #expect(store.state.filters.map(\.name) == ["A"])
    await store.send(.undoButtonTapped)
    await store.send(.undoButtonTapped)
    #expect(store.state.filters == filters)
    await store.send(.undoButtonTapped)
    #expect(store.state.filters == filters)
    await store.send(.deleteButtonTapped)
    store.state.$filters.withLock { $0.append(SavedFilter("B", text: "new")) }
    await store.send(.undoButtonTapped)
    #expect(store.state.filters.map(\.text) == ["old", "old", "new"])
  }

  @Test("A name that is there already is the new filter's, and an empty one is none")
  func names() async {
    let store = TestStore(
      initialState: FiltersFeature.State(recordings: [], current: Arrangement(filter: "new"))
    ) {
      FiltersFeature()
    } withDependencies: {
      $0.defaultFileStorage = .inMemory
    }
    store.exhaustivity = .off
    store.state.$filters.withLock { $0 = [SavedFilter("A", text: "old")] }
    await store.send(.nameButtonTapped)
    await store.send(.set(\.nameField, TextFieldState("  ")))
    await store.send(.nameSaveButtonTapped)
    #expect(store.state.nameField != nil)
    await store.send(.set(\.nameField, TextFieldState("A")))
    await store.send(.nameSaveButtonTapped)
    #expect(store.state.filters == [SavedFilter("A", text: "new")])
  }

  @Test("Of a filter that a newer version has stored, what is known counts")
  func newer() throws {
    let filters = try JSONDecoder().decode(
      [SavedFilter].self, from: Data(#"[{"name": "A", "text": "x", "shelf": 3}]"#.utf8))
    #expect(filters == [SavedFilter("A", text: "x")])
  }
}
