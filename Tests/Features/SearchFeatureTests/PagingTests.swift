import ComposableArchitecture
import DatabaseClient
import SharedModels
import TerminalUI
import Testing

@testable import SearchFeature

/// Searches that find more memos than one page shows.
@MainActor
struct PagingTests {
  private let limits = LockIsolated<[Int]>([])

  private nonisolated func hits(_ numbers: ClosedRange<Int>) -> [SearchHit] {
    numbers.map { SearchHit(recording: .preview(id: id($0), title: "Memo \($0)"), places: []) }
  }

  private nonisolated func id(_ number: Int) -> Recording.ID {
    let text = "00000000-0000-0000-0000-\(100_000_000_000 + number)"
    return UUID(uuidString: text).map { Recording.ID($0) } ?? Recording.mock.id
  }

  /// Has searched for "a" and shows the first page.
  private func store(
    total: Int, _ search: @escaping @Sendable (SearchQuery) async throws -> [SearchHit]
  ) async -> TestStoreOf<SearchFeature> {
    let store = TestStore(initialState: SearchFeature.State("a")) {
      SearchFeature()
    } withDependencies: {
      $0.database.search = { [limits] query in
        limits.withValue { $0.append(query.limit) }
        return try await search(query)
      }
      $0.database.searchCount = { _ in total }
    }
    await store.send(.searchDebounced)
    await store.receive(\.searchResponse) {
      $0.hasMore = true
      $0.hits = hits(1...50)
      $0.list = ListState(selection: 0)
      $0.searchedText = "a"
    }
    return store
  }

  @Test("The total is counted, and moving down finds all memos")
  func all() async {
    let store = await store(total: 120) { hits(1...min(120, $0.limit)) }
    await store.receive(\.countResponse) { $0.total = 120 }
    await store.send(.set(\.list, ListState(selection: 10))) {
      $0.isLoadingMore = true
      $0.list.selection = 10
    }
    await store.receive(\.moreResponse) {
      $0.hits = hits(1...100)
      $0.isLoadingMore = false
    }
    await store.send(.set(\.list, ListState(selection: 49))) { $0.list.selection = 49 }
    await store.send(.set(\.list, ListState(selection: 50))) {
      $0.isLoadingMore = true
      $0.list.selection = 50
    }
    await store.receive(\.moreResponse) {
      $0.hasMore = false
      $0.hits = hits(1...120)
      $0.isLoadingMore = false
    }
    await store.send(.set(\.list, ListState(selection: 119))) { $0.list.selection = 119 }
    #expect(limits.value == [50, 100, 200])
  }

  @Test("A search that finds exactly one page is complete")
  func exact() async {
    let store = await store(total: 50) { _ in hits(1...50) }
    await store.receive(\.countResponse) {
      $0.hasMore = false
      $0.total = 50
    }
    await store.send(.set(\.list, ListState(selection: 49))) { $0.list.selection = 49 }
    #expect(limits.value == [50])
  }

  @Test("A memo that was added in the meantime doesn't move the selection")
  func added() async {
    let store = await store(total: 60) { hits($0.limit > 50 ? 0...59 : 1...50) }
    await store.receive(\.countResponse) { $0.total = 60 }
    await store.send(.set(\.list, ListState(selection: 3))) {
      $0.isLoadingMore = true
      $0.list.selection = 3
    }
    await store.receive(\.moreResponse) {
      $0.hasMore = false
      $0.hits = hits(0...59)
      $0.isLoadingMore = false
      $0.list.selection = 4
    }
  }

  @Test("A page that cannot be read shows the reason, and moving on tries again")
  func failure() async {
    let error = DatabaseError.busy(path: "library.sqlite")
    let isBusy = LockIsolated(true)
    let store = await store(total: 60) { query in
      if query.limit > 50, isBusy.value { throw error }
      return hits(1...min(60, query.limit))
    }
    await store.receive(\.countResponse) { $0.total = 60 }
    await store.send(.set(\.list, ListState(selection: 1))) {
      $0.isLoadingMore = true
      $0.list.selection = 1
    }
    await store.receive(\.moreResponse) {
      $0.isLoadingMore = false
      $0.problem = error.description
    }
    isBusy.setValue(false)
    await store.send(.set(\.list, ListState(selection: 2))) {
      $0.isLoadingMore = true
      $0.list.selection = 2
      $0.problem = nil
    }
    await store.receive(\.moreResponse) {
      $0.hasMore = false
      $0.hits = hits(1...60)
      $0.isLoadingMore = false
    }
  }

  @Test("A server that returns no more than its limit ends the list below the total")
  func limited() async {
    let store = await store(total: 5000) { hits(1...min(80, $0.limit)) }
    await store.receive(\.countResponse) { $0.total = 5000 }
    await store.send(.set(\.list, ListState(selection: 1))) {
      $0.isLoadingMore = true
      $0.list.selection = 1
    }
    await store.receive(\.moreResponse) {
      $0.hasMore = false
      $0.hits = hits(1...80)
      $0.isLoadingMore = false
    }
    let frame = Frame(
      SearchScreen(
        store: Store(initialState: store.state) { SearchFeature() }
      ).view, size: Size(width: 60, height: 6))
    #expect(frame.text.contains("80 of 5,000 memos"), "\(frame.text)")
  }
}
