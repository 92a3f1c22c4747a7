import ComposableArchitecture
import ComposableTerminal
import DatabaseClient
import Foundation
import RecordingsListFeature
import SharedModels
import TerminalUI
import Testing

/// Several memos at once, and what is remembered of the list.
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
    let store = TestStore(
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
    store.exhaustivity = .off
    return store
  }

  @Test("Marked memos are deleted together, and brought back together")
  func delete() async {
    let store = store()
    await store.send(.loadResponse(.success(())))
    await store.send(.markButtonTapped) { $0.marked = [memos[0].id] }
    await store.send(.markButtonTapped) { $0.marked = [memos[0].id, memos[1].id] }
    await store.send(.deleteButtonTapped) {
      $0.marked = []
      $0.rows = [memos[2].id]
    }
    await store.send(.undoButtonTapped) { $0.rows = memos.map(\.id) }
  }

  @Test("All that are shown are marked, and esc unmarks them before it shows all")
  func markAll() async {
    let store = store()
    await store.send(.loadResponse(.success(())))
    await store.send(.filterChanged(TextFieldState("memo 2")))
    await store.send(.markAllButtonTapped) { $0.marked = [memos[1].id] }
    await store.send(.filterClearButtonTapped) { $0.marked = [] }
    #expect(store.state.arrangement.isFiltering)
    await store.send(.filterClearButtonTapped)
    #expect(!store.state.arrangement.isFiltering)
  }

  @Test("What was brought back elsewhere is not undone again")
  func restored() async {
    let store = store()
    await store.send(.loadResponse(.success(())))
    await store.send(.deleteButtonTapped) { $0.deleted = [[memos[0]]] }
    store.state.$recordings.withLock { recordings in
      var memo = memos[0]
      memo.title = "Renamed since"
      recordings.insertByDate(memo)
    }
    await store.send(.recordingsChanged) { $0.deleted = [] }
    await store.send(.undoButtonTapped)
    #expect(store.state.recordings[id: memos[0].id]?.title == "Renamed since")
  }

  @Test("What a filter hides is marked no longer: nothing is deleted unseen")
  func hidden() async {
    let store = store()
    await store.send(.loadResponse(.success(())))
    await store.send(.markAllButtonTapped)
    await store.send(.filterChanged(TextFieldState("memo 2"))) { $0.marked = [memos[1].id] }
    await store.send(.deleteButtonTapped)
    #expect(store.state.recordings.ids == [memos[0].id, memos[2].id])
  }

  @Test("Marked memos get and lose tags, and become favourites together")
  func tags() async {
    let store = store()
    await store.send(.loadResponse(.success(())))
    await store.send(.markAllButtonTapped)
    await store.send(.editButtonTapped(.tags))
    #expect(store.state.destination?.edit?.subject.field == .tagChanges)
    await store.send(
      .destination(.presented(.edit(.delegate(.saved("work, home"))))))
    await store.send(.editButtonTapped(.tags))
    await store.send(.destination(.presented(.edit(.delegate(.saved("-Home, new"))))))
    #expect(store.state.recordings.map(\.tags) == memos.map { _ in ["work", "new"] })
    await store.send(.editButtonTapped(.tags))
    await store.send(.destination(.presented(.edit(.delegate(.saved("-WORK, New, , to   do"))))))
    #expect(
      store.state.recordings.map(\.tags) == memos.map { _ in ["new", "to do"] },
      "as the command line does")
    await store.send(.favoriteButtonTapped)
    #expect(store.state.recordings.allSatisfy { $0.isFavorite })
    await store.send(.favoriteButtonTapped)
    #expect(store.state.recordings.allSatisfy { !$0.isFavorite }, "all of them were")
  }

  @Test("The order, the filter and the chosen memo are as they were left")
  func place() async {
    let store = store(remembersPlace: true)
    await store.send(.loadResponse(.success(())))
    await store.send(.orderButtonTapped)
    await store.send(.set(\.list, ListState(selection: 1)))
    #expect(store.state.place.order == .oldest)
    #expect(store.state.place.selectedID == memos[1].id)
  }

  @Test("Of a place that a newer version has stored, what is known counts")
  func newerPlace() throws {
    let place = try JSONDecoder().decode(
      ListPlace.self, from: Data(#"{"order": "loudest", "filter": "work", "shelf": 3}"#.utf8))
    #expect(place == ListPlace(Arrangement(filter: "work")))
  }

  @Test("What was deleted last before a restart is brought back, unless it is long ago")
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
    await store.send(.loadResponse(.success(())))
    await store.receive(\.previousDeletionResponse, Array(trash.prefix(2))) {
      $0.previousDeletion = Array(trash.prefix(2))
    }
    let old = [trashed(2, at: 1_000)]
    let later = self.store(remembersPlace: true) {
      $0.database.recordings = { _ in old }
    }
    await later.send(.loadResponse(.success(())))
    await later.receive(\.delegate.loaded)
    await later.finish()
    #expect(later.state.previousDeletion.isEmpty)
  }
}
