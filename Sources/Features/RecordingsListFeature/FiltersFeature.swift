public import ComposableArchitecture
public import IdentifiedCollections
public import SharedModels
public import TerminalUI

/// The library's tags, and the filters that a person has given a name: one is chosen to filter the
/// list by, and the list's filter can be given a name.
@Reducer
public struct FiltersFeature: Sendable {
  /// A tag, and how many memos have it.
  public struct Tag: Equatable, Sendable {
    public let count: Int
    public let name: String

    public init(_ name: String, count: Int) {
      self.count = count
      self.name = name
    }
  }

  /// A line of the list.
  public enum Row: Equatable, Sendable {
    case filter(SavedFilter)
    case tag(Tag)
  }

  @ObservableState
  public struct State: Equatable {
    /// The list's filter, which can be given a name.
    public let current: Arrangement
    @Shared(.savedFilters) public var filters: [SavedFilter]
    public var list: ListState
    /// The name of the list's filter while it is typed.
    public var nameField: TextFieldState?
    public let tags: [Tag]

    /// - Parameters:
    ///   - recordings: The library's memos.
    ///   - current: How they are arranged.
    public init(recordings: IdentifiedArrayOf<Recording>, current: Arrangement) {
      self.current = current
      list = ListState(selection: 0)
      tags = Tag.all(of: recordings)
      if rows.isEmpty { list = ListState() }
    }

    /// Saved filters first, then the tags, those of most memos first.
    public var rows: [Row] { filters.map { .filter($0) } + tags.map { .tag($0) } }

    /// The line that is chosen.
    public var selectedRow: Row? {
      list.selection.flatMap { rows.indices.contains($0) ? rows[$0] : nil }
    }
  }

  public enum Action: Equatable, Sendable {
    case chooseButtonTapped
    case closeButtonTapped
    case delegate(Delegate)
    case deleteButtonTapped
    case listChanged(ListState)
    case nameButtonTapped
    case nameCancelButtonTapped
    case nameChanged(TextFieldState)
    case nameSaveButtonTapped

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      /// The list is to be filtered by it.
      case chosen(SavedFilter)
    }
  }

  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .chooseButtonTapped:
        switch state.selectedRow {
        case .filter(let filter): return .send(.delegate(.chosen(filter)))
        case .tag(let tag):
          return .send(.delegate(.chosen(SavedFilter(tag.name, text: state.filter(by: tag)))))
        case nil: return .none
        }

      case .closeButtonTapped:
        return .run { _ in await dismiss() }

      case .delegate:
        return .none

      case .deleteButtonTapped:
        guard case .filter(let filter) = state.selectedRow
        else { return .none }
        state.$filters.withLock { filters in filters.removeAll { $0.name == filter.name } }
        let count = state.rows.count
        state.list.selection = count == 0 ? nil : min(state.list.selection ?? 0, count - 1)
        return .none

      case .listChanged(let list):
        state.list = list
        return .none

      case .nameButtonTapped:
        state.nameField = TextFieldState()
        return .none

      case .nameCancelButtonTapped:
        state.nameField = nil
        return .none

      case .nameChanged(let field):
        state.nameField = field
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
      }
    }
  }
}

extension FiltersFeature.State {
  /// The filter that shows the memos of a tag and no others.
  func filter(by tag: FiltersFeature.Tag) -> String {
    let plain = Arrangement.plain(tag.name)
    let isWhole =
      tag.name.contains(where: \.isWhitespace) || tag.name.hasPrefix("\"")
      || tags.contains { $0 != tag && Arrangement.plain($0.name).hasPrefix(plain) }
    return isWhole ? "#\"\(tag.name)\"" : "#\(tag.name)"
  }
}

extension FiltersFeature.Tag {
  /// The tags of memos, as the first one spells them: those that most have come first.
  static func all(of recordings: IdentifiedArrayOf<Recording>) -> [Self] {
    var counts: [String: (name: String, count: Int)] = [:]
    for recording in recordings where !recording.tags.isEmpty {
      // A memo that has a tag twice counts once.
      let tags = Dictionary(recording.tags.map { (Arrangement.plain($0), $0) }) { first, _ in first
      }
      for (plain, name) in tags { counts[plain, default: (name, 0)].count += 1 }
    }
    return counts.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
      .map { Self($0.value.name, count: $0.value.count) }
  }
}
