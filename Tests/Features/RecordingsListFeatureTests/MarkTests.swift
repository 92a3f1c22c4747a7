import ComposableArchitecture
import ComposableTerminal
import DatabaseClient
import Foundation
@testable import RecordingsListFeature
import SharedModels
import TerminalUI
import Testing

/// Several memos at once, and the restored state of the list.
@MainActor
struct MarkTests {
  private let memos = (1...3).map { number in
    Recording.preview(
      id: Recording.ID(UUID(uuid: (UInt8(number), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))),
      title: "Memo \(number)", date: Date(timeIntervalSince1970: Double(-number)))
  }

  private func store(
    remembersPlace: Bool = false,
    withDependencies prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<RecordingsListFeature> {
    TestStore(
      initialState: RecordingsListFeature.State(
        recordings: Shared(value: IdentifiedArray(uniqueElements: memos)), selectsFirst: true,
        remembersPlace: remembersPlace)
    ) {
      RecordingsListFeature()
    } withDependencies: {
      $0.date = .constant(Date(timeIntervalSince1970: 100_000))
      $0.database.recordings = { _ in [] }
      prepare(&$0)
    }
  }

  private func load(_ store: TestStoreOf<RecordingsListFeature>) async {
    await store.send(.loadResponse(.success(()))) { $0.list.selection = 0 }
    await store.receive(\.delegate.loaded)
  }

  private func markAll(_ store: TestStoreOf<RecordingsListFeature>) async {
    await store.send(.markAllButtonTapped) { $0.marked = Set(memos.map(\.id)) }
  }

  private func filter(
    _ store: TestStoreOf<RecordingsListFeature>,
    assert update: @escaping (inout RecordingsListFeature.State) -> Void = { _ in }
  ) async {
    await store.send(.filterChanged(TextFieldState("memo 2"))) {
      $0.arrangement.filter = "memo 2"
      $0.filterField = TextFieldState("memo 2")
      $0.rows = [memos[1].id]
      update(&$0)
    }
  }

  @Test("Marked memos are deleted together, as one step")
  func delete() async {
    let store = store()
    await load(store)
    await store.send(.markButtonTapped) {
      $0.list.selection = 1
      $0.marked = [memos[0].id]
    }
    await store.send(.markButtonTapped) {
      $0.list.selection = 2
      $0.marked = [memos[0].id, memos[1].id]
    }
    await store.send(.deleteButtonTapped) {
      $0.$recordings.withLock { $0 = [memos[2]] }
      $0.record(deletionOf: [memos[0], memos[1]])
      $0.list.selection = 0
      $0.marked = []
      $0.rows = [memos[2].id]
    }
    await store.receive(\.delegate.deleted, [memos[0], memos[1]])
    await store.receive(\.saveResponse)
    #expect(store.state.undoSteps.map(\.name) == ["deletion of 2 memos"])
  }

  @Test("All that are shown are marked, and esc unmarks them before it shows all")
  func markAll() async {
    let store = store()
    await load(store)
    await filter(store)
    await store.send(.markAllButtonTapped) { $0.marked = [memos[1].id] }
    await store.send(.filterClearButtonTapped) { $0.marked = [] }
    #expect(store.state.arrangement.isFiltering)
    await store.send(.filterClearButtonTapped) {
      $0.arrangement.filter = ""
      $0.filterField = nil
      $0.list.selection = 1
      $0.rows = memos.map(\.id)
    }
  }

  @Test("Filtered-out memos are unmarked, so that nothing hidden is deleted")
  func hidden() async {
    let store = store()
    await load(store)
    await markAll(store)
    await filter(store) { $0.marked = [memos[1].id] }
    await store.send(.deleteButtonTapped) {
      $0.$recordings.withLock { $0 = [memos[0], memos[2]] }
      $0.record(deletionOf: [memos[1]])
      $0.list.selection = nil
      $0.marked = []
      $0.rows = []
    }
    await store.receive(\.delegate.deleted, [memos[1]])
    await store.receive(\.saveResponse)
  }

  @Test("Marked memos get and lose tags, and become favorites together")
  func tags() async {
    let store = store()
    await load(store)
    await markAll(store)
    // As the command line does.
    let edits = [
      ("work, home", ["work", "home"]), ("-Home, new", ["work", "new"]),
      ("-WORK, New, , to   do", ["new", "to do"]),
    ]
    for (text, tags) in edits {
      await store.send(.editButtonTapped(.tags)) {
        $0.destination = .edit(TextPrompt<RecordingEdit>.State(tagsOf: memos.map(\.id)))
      }
      await store.send(\.destination.edit.delegate.saved, text) {
        $0.destination = nil
        $0.change(memos.map(\.id)) { $0.tags = tags }
      }
      await store.receive(\.saveResponse)
    }
    await store.send(.favoriteButtonTapped) {
      $0.change(memos.map(\.id)) { $0.isFavorite = true }
    }
    await store.receive(\.saveResponse)
    await store.send(.favoriteButtonTapped) {
      $0.change(memos.map(\.id)) { $0.isFavorite = false }
    }
    await store.receive(\.saveResponse)
  }

  @Test("The order, the filter and the selected memo are restored")
  func place() async {
    let store = store(remembersPlace: true)
    await store.send(.loadResponse(.success(()))) {
      $0.list.selection = 0
      $0.$place.withLock { $0.selectedID = memos[0].id }
    }
    await store.receive(\.delegate.loaded)
    await store.send(.orderButtonTapped) {
      $0.arrangement.order = .oldest
      $0.list.selection = 2
      $0.$place.withLock { $0.order = .oldest }
      $0.rows = memos.reversed().map(\.id)
    }
    await store.send(.set(\.list, ListState(selection: 1))) {
      $0.list.selection = 1
      $0.$place.withLock { $0.selectedID = memos[1].id }
    }
  }

  @Test("A place stored by a newer version keeps the known parts")
  func newerPlace() throws {
    let place = try JSONDecoder().decode(
      ListPlace.self, from: Data(#"{"order": "loudest", "filter": "work", "shelf": 3}"#.utf8))
    #expect(place == ListPlace(Arrangement(filter: "work")))
  }

  @Test("The last deletion before a restart can be undone for a while")
  func previousDeletion() async {
    func trashed(_ number: Int, at time: Double) -> Recording {
      var memo = memos[number]
      memo.trashedAt = Date(timeIntervalSince1970: time)
      return memo
    }
    let trash = [trashed(0, at: 99_000), trashed(1, at: 99_000), trashed(2, at: 50_000)]
    let store = store(remembersPlace: true) {
      $0.database.recordings = { query in query.place == .trash ? trash : [] }
    }
    await store.send(.loadResponse(.success(()))) {
      $0.list.selection = 0
      $0.$place.withLock { $0.selectedID = memos[0].id }
    }
    await store.receive(\.delegate.loaded)
    await store.receive(\.previousDeletionResponse, Array(trash.prefix(2))) {
      $0.record(deletionOf: Array(trash.prefix(2)))
    }
    let old = [trashed(2, at: 1_000)]
    let later = self.store(remembersPlace: true) {
      $0.database.recordings = { _ in old }
    }
    await later.send(.loadResponse(.success(()))) { $0.list.selection = 0 }
    await later.receive(\.delegate.loaded)
    await later.finish()
    #expect(later.state.undoSteps.isEmpty)
  }
}
