public import ComposableArchitecture
import ComposableTerminal
public import DatabaseClient
public import SharedModels
public import Tagged
public import TerminalUI

@Reducer
public struct SearchFeature: Sendable {
  public enum ResultRow: Equatable, Sendable {
    case memo(Int)
    case place(hit: Int, place: Int)
  }

  @ObservableState
  public struct State: Equatable, Sendable {
    public var field: TextFieldState
    public var hasMore = false
    public var hits: [SearchHit] = []
    public var isLoadingMore = false
    public var isSearching = false
    public var list = ListState()
    /// Enter was pressed before the next result arrived.
    public var opensFirst = false
    public var problem: String?
    /// Titles may change while results are shown.
    @SharedReader public var recordings: IdentifiedArrayOf<Recording>
    /// The text that `hits` are for; `nil` before the first search.
    public var searchedText: String?
    /// The number of memos found; `nil` if `hits` has all of them, or if they are not counted.
    public var total: Int?

    public init(
      _ text: String = "",
      recordings: SharedReader<IdentifiedArrayOf<Recording>> = SharedReader(value: [])
    ) {
      field = TextFieldState(text)
      _recordings = recordings
    }

    public func recording(of hit: SearchHit) -> Recording {
      recordings[id: hit.recording.id] ?? hit.recording
    }

    public var rows: [ResultRow] {
      hits.enumerated().flatMap { index, hit in
        [.memo(index)] + hit.places.indices.map { .place(hit: index, place: $0) }
      }
    }

    var text: String { field.text.trimmingCharacters(in: .whitespaces) }
  }

  public enum Action: BindableAction {
    case binding(BindingAction<State>)
    case clearButtonTapped
    case countResponse(text: String, Result<Int, any Error>)
    case delegate(Delegate)
    case fieldChanged(TextFieldState)
    case moreResponse(text: String, Result<[SearchHit], any Error>)
    case openButtonTapped
    case searchDebounced
    case searchResponse(text: String, Result<[SearchHit], any Error>)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case opened(Recording.ID, at: Duration, SearchQuery)
    }
  }

  public static let debounce = Duration.milliseconds(200)

  enum CancelID {
    case debounce, search
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.database) var database

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .clearButtonTapped:
        state.field = TextFieldState()
        return clearResults(&state)

      case .binding(\.list):
        return loadMore(&state)

      case .binding, .delegate:
        return .none

      case .countResponse(let text, let result):
        state.showCount(result, of: text)
        return .none

      case .fieldChanged(let field):
        return change(field, &state)

      case .moreResponse(let text, let result):
        state.showMore(result, of: text)
        return .none

      case .openButtonTapped:
        guard state.isSearching
        else { return open(state) }
        // The current hits are for an earlier text.
        state.opensFirst = true
        return .concatenate(.cancel(id: CancelID.debounce), .send(.searchDebounced))

      case .searchDebounced:
        let text = state.text
        state.isLoadingMore = false
        return .respond(with: { .searchResponse(text: text, $0) }) {
          try await database.search(query: query(text))
        }
        .cancellable(id: CancelID.search, cancelInFlight: true)

      case .searchResponse(_, .failure(let error)):
        state.hasMore = false
        state.hits = []
        state.isSearching = false
        state.list = ListState()
        state.problem = "\(error)"
        state.searchedText = nil
        state.total = nil
        return .none

      case .searchResponse(let text, .success(let hits)):
        state.hasMore = hits.count >= Self.pageLength
        state.hits = hits
        state.isSearching = text != state.text
        // Selects the first match, not the beginning of its memo.
        state.list = ListState(
          selection: hits.first.map { $0.places.isEmpty ? 0 : 1 })
        state.problem = nil
        state.searchedText = text
        state.total = nil
        let count = state.hasMore ? count(text) : .none
        guard state.opensFirst, !state.isSearching
        else { return count }
        state.opensFirst = false
        return .merge(count, open(state))
      }
    }
  }

  public func search(for text: String, _ state: inout State) -> Effect<Action> {
    change(TextFieldState(text), &state)
  }

  private func change(_ field: TextFieldState, _ state: inout State) -> Effect<Action> {
    let old = state.text
    state.field = field
    guard state.text != old
    else { return .none }
    guard !state.text.isEmpty
    else { return clearResults(&state) }
    state.isSearching = true
    state.opensFirst = false
    return .run { send in
      try await clock.sleep(for: Self.debounce)
      await send(.searchDebounced)
    }
    .cancellable(id: CancelID.debounce, cancelInFlight: true)
  }

  /// The last word may be incomplete, so it matches as a prefix.
  func query(_ text: String) -> SearchQuery {
    let isWordUnfinished = text.last.map { $0.isLetter || $0.isNumber } ?? false
    let isInQuotes = !text.filter { $0 == "\"" }.count.isMultiple(of: 2)
    return SearchQuery(
      isWordUnfinished && !isInQuotes ? "\(text)*" : text, limit: Self.pageLength)
  }

  private func clearResults(_ state: inout State) -> Effect<Action> {
    state.hasMore = false
    state.hits = []
    state.isLoadingMore = false
    state.isSearching = false
    state.list = ListState()
    state.problem = nil
    state.searchedText = nil
    state.total = nil
    return .merge(.cancel(id: CancelID.debounce), .cancel(id: CancelID.search))
  }

  private func open(_ state: State) -> Effect<Action> {
    let query = query(state.searchedText ?? "")
    switch state.list.selected(in: state.rows) {
    case .memo(let index):
      return .send(.delegate(.opened(state.hits[index].recording.id, at: .zero, query)))
    case .place(let index, let place):
      let hit = state.hits[index]
      return .send(.delegate(.opened(hit.recording.id, at: hit.places[place].time, query)))
    case nil:
      return .none
    }
  }
}
