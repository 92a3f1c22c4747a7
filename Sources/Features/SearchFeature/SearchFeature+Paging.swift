import ComposableArchitecture
import ComposableTerminal
import DatabaseClient
import SharedModels
import Tagged

extension SearchFeature {
  static let pageLength = 50

  /// Rows that are loaded below the selection or the top of the window.
  private static let lookahead = 50

  func count(_ text: String) -> Effect<Action> {
    .respond(with: { .countResponse(text: text, $0) }) {
      try await database.searchCount(query: query(text))
    }
    .cancellable(id: CancelID.search)
  }

  /// Searches again for twice as many memos when the last rows come close.
  func loadMore(_ state: inout State) -> Effect<Action> {
    guard state.hasMore, !state.isLoadingMore, let text = state.searchedText,
      max(state.list.selection ?? 0, state.list.offset) + Self.lookahead >= state.rows.count
    else { return .none }
    state.isLoadingMore = true
    state.problem = nil
    var query = query(text)
    query.limit = state.hits.count * 2
    return .respond(with: { .moreResponse(text: text, $0) }) { [query] in
      try await database.search(query: query)
    }
    .cancellable(id: CancelID.search)
  }
}

extension SearchFeature.State {
  private struct Target: Equatable {
    let id: Recording.ID
    let place: Int?
  }

  mutating func showCount(_ result: Result<Int, any Error>, of text: String) {
    // An older server returns no total.
    guard text == searchedText, case .success(let count) = result, count >= hits.count
    else { return }
    hasMore = count > hits.count
    total = count
  }

  mutating func showMore(_ result: Result<[SearchHit], any Error>, of text: String) {
    guard text == searchedText
    else { return }
    isLoadingMore = false
    switch result {
    case .failure(let error):
      problem = "\(error)"

    case .success(let found):
      // A server limits its answers.
      hasMore = found.count >= hits.count * 2
      let selected = list.selected(in: rows).map(target)
      hits = found
      // New memos may have been found above.
      list.selection = selected.flatMap { old in rows.firstIndex { target(of: $0) == old } }
    }
  }

  private func target(of row: SearchFeature.ResultRow) -> Target {
    switch row {
    case .memo(let index): Target(id: hits[index].recording.id, place: nil)
    case .place(let index, let place): Target(id: hits[index].recording.id, place: place)
    }
  }
}
