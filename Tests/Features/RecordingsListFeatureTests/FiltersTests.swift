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
    TestStore(
      initialState: RecordingsListFeature.State(
        recordings: Shared(value: memos), arrangement: arrangement)
    ) {
      RecordingsListFeature()
    } withDependencies: {
      $0.defaultFileStorage = .inMemory
    }
  }

  private func open(_ store: TestStoreOf<RecordingsListFeature>) async {
    let filters = withDependencies {
      $0 = store.dependencies
    } operation: {
      FiltersFeature.State(recordings: memos, current: store.state.arrangement)
    }
    await store.send(.filtersButtonTapped) { $0.destination = .filters(filters) }
  }

  private func ids(_ titles: [String]) -> [Recording.ID] {
    memos.filter { titles.contains($0.title) }.map(\.id)
  }

  @Test("Tags are counted ignoring case, most used first, once per memo")
  func tags() {
    let state = FiltersFeature.State(recordings: memos, current: Arrangement())
    #expect(
      state.tags == [
        TagCount("Work", count: 2), TagCount("CAFE", count: 1), TagCount("café", count: 1),
        TagCount("money", count: 1), TagCount("to do", count: 1), TagCount("workshop", count: 1),
      ])
  }

  @Test("A tag filter shows the number of memos it lists, also with a common prefix")
  func choose() async {
    let store = store()
    let tags = FiltersFeature.State(recordings: memos, current: Arrangement()).tags
    let chosen = [
      ("#\"Work\"", ["Call", "Budget"]), ("#\"CAFE\"", ["Inn"]), ("#\"café\"", ["Bar"]),
      ("#money", ["Budget"]), ("#\"to do\"", ["List"]), ("#workshop", ["Shop"]),
    ]
    for (index, (filter, titles)) in chosen.enumerated() {
      await open(store)
      if index > 0 {
        await store.send(\.destination.filters.binding.list, ListState(selection: index)) {
          $0.destination.modify(\.filters) { $0.list.selection = index }
        }
      }
      await store.send(\.destination.filters.chooseButtonTapped)
      await store.receive(\.destination.filters.delegate.chosen) {
        $0.arrangement.filter = filter
        $0.destination = nil
        $0.rows = ids(titles)
      }
      #expect(store.state.rows.count == tags[index].count, "\(tags[index])")
    }
  }

  @Test("The list's filter gets a name, is picked again by it, and deleted")
  func saved() async {
    let store = store(Arrangement(favoritesOnly: true, filter: "#work "))
    await open(store)
    await store.send(\.destination.filters.nameButtonTapped) {
      $0.destination.modify(\.filters) { $0.nameField = TextFieldState() }
    }
    await store.send(\.destination.filters.binding.nameField, TextFieldState(" Loved ")) {
      $0.destination.modify(\.filters) { $0.nameField = TextFieldState(" Loved ") }
    }
    let saved = SavedFilter("Loved", text: "#work", favoritesOnly: true)
    await store.send(\.destination.filters.nameSaveButtonTapped) {
      $0.destination.modify(\.filters) {
        $0.nameField = nil
        $0.$filters.withLock { $0 = [saved] }
      }
    }
    #expect(store.state.destination?.filters?.selectedRow == .filter(saved))
    await store.send(.destination(.dismiss)) { $0.destination = nil }
    await store.send(.filterClearButtonTapped) {
      $0.arrangement = Arrangement()
      $0.rows = Array(memos.ids)
    }

    await open(store)
    await store.send(\.destination.filters.chooseButtonTapped)
    await store.receive(\.destination.filters.delegate.chosen) {
      $0.arrangement = Arrangement(favoritesOnly: true, filter: "#work")
      $0.destination = nil
      $0.rows = ids(["Shop", "Budget"])
    }

    await open(store)
    await store.send(\.destination.filters.deleteButtonTapped) {
      $0.destination.modify(\.filters) {
        $0.deleted = [.init(filter: saved, index: 0)]
        $0.$filters.withLock { $0 = [] }
      }
    }
    #expect(store.state.destination?.filters?.list.selection == 0, "the first tag")
    await store.send(\.destination.filters.undoButtonTapped) {
      $0.destination.modify(\.filters) {
        $0.deleted = []
        $0.$filters.withLock { $0 = [saved] }
      }
    }
    #expect(store.state.destination?.filters?.selectedRow == .filter(saved))
  }

  @Test("Deleted filters are restored in place, last first, but not beside a new one")
  func undo() async {
    let store = TestStore(
      initialState: FiltersFeature.State(recordings: [], current: Arrangement(filter: "new"))
    ) {
      FiltersFeature()
    } withDependencies: {
      $0.defaultFileStorage = .inMemory
    }
    let filters = ["A", "B", "C"].map { SavedFilter($0, text: "old") }
    store.state.$filters.withLock { $0 = filters }
    await store.send(.set(\.list, ListState(selection: 1))) { $0.list.selection = 1 }
    await store.send(.deleteButtonTapped) {
      $0.deleted = [.init(filter: filters[1], index: 1)]
      $0.$filters.withLock { $0 = [filters[0], filters[2]] }
    }
    await store.send(.deleteButtonTapped) {
      $0.deleted.append(.init(filter: filters[2], index: 1))
      $0.$filters.withLock { $0 = [filters[0]] }
      $0.list.selection = 0
    }
    await store.send(.undoButtonTapped) {
      $0.deleted.removeLast()
      $0.$filters.withLock { $0 = [filters[0], filters[2]] }
      $0.list.selection = 1
    }
    await store.send(.undoButtonTapped) {
      $0.deleted = []
      $0.$filters.withLock { $0 = filters }
    }
    await store.send(.undoButtonTapped)
    await store.send(.deleteButtonTapped) {
      $0.deleted = [.init(filter: filters[1], index: 1)]
      $0.$filters.withLock { $0 = [filters[0], filters[2]] }
    }
    store.state.$filters.withLock { $0.append(SavedFilter("B", text: "new")) }
    await store.send(.undoButtonTapped) { $0.deleted = [] }
    #expect(store.state.filters.map(\.text) == ["old", "old", "new"])
  }

  @Test("A new filter takes over an existing name, and an empty name is invalid")
  func names() async {
    let store = TestStore(
      initialState: FiltersFeature.State(recordings: [], current: Arrangement(filter: "new"))
    ) {
      FiltersFeature()
    } withDependencies: {
      $0.defaultFileStorage = .inMemory
    }
    store.state.$filters.withLock { $0 = [SavedFilter("A", text: "old")] }
    await store.send(.nameButtonTapped) { $0.nameField = TextFieldState() }
    await store.send(.set(\.nameField, TextFieldState("  "))) {
      $0.nameField = TextFieldState("  ")
    }
    await store.send(.nameSaveButtonTapped)
    await store.send(.set(\.nameField, TextFieldState("A"))) { $0.nameField = TextFieldState("A") }
    await store.send(.nameSaveButtonTapped) {
      $0.$filters.withLock { $0 = [SavedFilter("A", text: "new")] }
      $0.list.selection = 0
      $0.nameField = nil
    }
  }

  @Test("A filter stored by a newer version keeps the known parts")
  func newer() throws {
    let filters = try JSONDecoder().decode(
      [SavedFilter].self, from: Data(#"[{"name": "A", "text": "x", "shelf": 3}]"#.utf8))
    #expect(filters == [SavedFilter("A", text: "x")])
  }
}
