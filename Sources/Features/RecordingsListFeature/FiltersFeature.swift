public import ComposableArchitecture
public import IdentifiedCollections
public import SharedModels
public import TerminalUI

@Reducer
public struct FiltersFeature: Sendable {
  public enum Row: Equatable, Sendable {
    case filter(SavedFilter)
    case tag(TagCount)
  }

  @ObservableState
  public struct State: Equatable {
    public let current: Arrangement
    public var deleted: [Deleted] = []
    @Shared(.savedFilters) public var filters: [SavedFilter]
    public var list: ListState
    public var nameField: TextFieldState?
    public let tags: [TagCount]

    public init(recordings: IdentifiedArrayOf<Recording>, current: Arrangement) {
      self.current = current
      list = ListState(selection: 0)
      tags = recordings.tagCounts.sorted { $0.count > $1.count }
      if rows.isEmpty { list = ListState() }
    }

    public var rows: [Row] { filters.map { .filter($0) } + tags.map { .tag($0) } }

    public var selectedRow: Row? { list.selected(in: rows) }
  }

  public struct Deleted: Equatable, Sendable {
    public let filter: SavedFilter
    public let index: Int
  }

  public enum Action: BindableAction, Equatable, Sendable {
    case binding(BindingAction<State>)
    case chooseButtonTapped
    case closeButtonTapped
    case delegate(Delegate)
    case deleteButtonTapped
    case nameButtonTapped
    case nameCancelButtonTapped
    case nameSaveButtonTapped
    case undoButtonTapped

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case chosen(SavedFilter)
    }
  }

  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .chooseButtonTapped:
        switch state.selectedRow {
        case .filter(let filter): return .send(.delegate(.chosen(filter)))
        case .tag(let tag):
          return .send(.delegate(.chosen(SavedFilter(tag.tag, text: state.filter(by: tag)))))
        case nil: return .none
        }

      case .closeButtonTapped:
        return .run { _ in await dismiss() }

      case .binding, .delegate:
        return .none

      case .deleteButtonTapped:
        guard case .filter(let filter) = state.selectedRow
        else { return .none }
        guard let index = state.filters.firstIndex(of: filter)
        else { return .none }
        state.$filters.withLock { _ = $0.remove(at: index) }
        state.deleted.append(Deleted(filter: filter, index: index))
        let count = state.rows.count
        state.list.selection = count == 0 ? nil : min(state.list.selection ?? 0, count - 1)
        return .none

      case .nameButtonTapped:
        state.nameField = TextFieldState()
        return .none

      case .nameCancelButtonTapped:
        state.nameField = nil
        return .none

      case .nameSaveButtonTapped:
        let name = state.nameField?.text.trimmingCharacters(in: .whitespaces) ?? ""
        guard !name.isEmpty
        else { return .none }
        state.nameField = nil
        let filter = SavedFilter(
          name, text: state.current.filter.trimmingCharacters(in: .whitespaces),
          favoritesOnly: state.current.favoritesOnly)
        state.$filters.withLock { $0.keep(filter) }
        state.list.selection = state.filters.firstIndex { $0.name == name }
        return .none

      case .undoButtonTapped:
        guard let deleted = state.deleted.popLast()
        else { return .none }
        state.$filters.withLock { filters in
          // Another filter may have taken the name.
          guard !filters.contains(where: { $0.name == deleted.filter.name })
          else { return }
          filters.insert(deleted.filter, at: min(deleted.index, filters.count))
        }
        state.list.selection = state.filters.firstIndex(of: deleted.filter) ?? state.list.selection
        return .none
      }
    }
  }
}

extension FiltersFeature.State {
  func filter(by tag: TagCount) -> String {
    let plain = Arrangement.folded(tag.tag)
    let isWhole =
      tag.tag.contains(where: \.isWhitespace) || tag.tag.hasPrefix("\"")
      || tags.contains { $0 != tag && Arrangement.folded($0.tag).hasPrefix(plain) }
    return isWhole ? "#\"\(tag.tag)\"" : "#\(tag.tag)"
  }
}
