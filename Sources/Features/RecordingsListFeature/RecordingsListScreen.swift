public import ComposableArchitecture
public import ComposableTerminal
import SharedModels
import Styleguide
public import TerminalUI

public struct RecordingsListScreen: Screen {
  static let listID = "recordings"

  public let store: StoreOf<RecordingsListFeature>
  private let hasFocus: Bool
  let isStandalone: Bool
  private let timeZone: TimeZone

  /// Unless it `isStandalone` on the terminal, its parent calls ``updateSize(_:)``.
  public init(
    store: StoreOf<RecordingsListFeature>, hasFocus: Bool = true, isStandalone: Bool = true,
    timeZone: TimeZone = .current
  ) {
    self.store = store
    self.hasFocus = hasFocus
    self.isStandalone = isStandalone
    self.timeZone = timeZone
  }

  public var body: any View {
    VStack {
      header
      memos.frame(
        maxWidth: SizeRange.unlimited, minHeight: 1, maxHeight: SizeRange.unlimited)
      if hasFocus { footer }
    }
  }

  public var name: String { "Memos" }

  public var front: (any Screen)? {
    switch store.scope(state: \.destination, action: \.destination.presented)?.case {
    case .alert(let alert): self.alert(alert, \.destination, \.alert)
    case .copy(let store): ChoiceSheet(store: store)
    case .edit(let store): TextSheet(store: store)
    case .filters(let store): FiltersSheet(store: store)
    case nil: nil
    }
  }

  public func updateSize(_ size: Size) {
    let visibleRowCount = ListColumns(width: size.width).hasWords ? size.height : 0
    if visibleRowCount != store.visibleRowCount {
      store.send(.set(\.visibleRowCount, visibleRowCount))
    }
  }

  private var header: any View {
    let arrangement = store.arrangement
    return HStack(spacing: 1) {
      if let filterField = store.filterField {
        Text("Filter:").foreground(.accent)
        TextField(filterField, placeholder: "words or #tag")
      } else {
        Text(isUnknown ? name : title).bold(hasFocus)
        if !store.marked.isEmpty {
          Text("\(store.marked.count.grouped) marked").foreground(.warning)
        }
        if arrangement.favoritesOnly { Sign(\.star).foreground(.accent) }
        if !arrangement.filter.isEmpty { Text(arrangement.filter).foreground(.accent) }
        Spacer()
      }
      if !isUnknown { Text(arrangement.order.label).foreground(.faint) }
    }
  }

  private var title: String {
    let all = store.state.recordings.count
    let shown =
      store.arrangement.isFiltering ? "\(store.rows.count.grouped) of \(all.grouped)" : all.grouped
    return "\(shown) \(all == 1 ? "memo" : "memos")"
  }

  /// The library has not been read, which does not mean that it is empty.
  private var isUnknown: Bool {
    store.state.recordings.isEmpty && (store.loadError != nil || store.$recordings.isLoading)
  }

  private var memos: any View {
    placeholder.map { placeholder in
      VStack {
        Divider()
        placeholder
      }
    } ?? list
  }

  private var placeholder: (any View)? {
    let recordings = store.state.recordings
    if let loadError = store.loadError, recordings.isEmpty {
      return Placeholder(loadError.sentence, role: .wrong)
    }
    if store.$recordings.isLoading, recordings.isEmpty {
      return Placeholder(Label("Loading…"))
    }
    if recordings.isEmpty { return Placeholder("No memos yet: record or import one.") }
    return store.rows.isEmpty ? Placeholder("No matching memos. Esc shows all.") : nil
  }

  private var list: any View {
    let recordings = store.state.recordings
    let rows = store.rows
    let marked = store.marked
    let firstWords = store.firstWords
    let list = List(count: rows.count, state: store.list, id: Self.listID) { [timeZone] index in
      // A memo that was just deleted leaves a gap until the rows are updated.
      recordings[id: rows[index]].map {
        RecordingRow(
          recording: $0, firstWords: firstWords[$0.id] ?? "", isMarked: marked.contains($0.id),
          timeZone: timeZone)
      }
        ?? Empty() as any View
    }
    return HeadedList(count: rows.count, list: list)
  }
}

extension Arrangement.Order {
  fileprivate var label: String {
    switch self {
    case .longest: "longest first"
    case .newest: "newest first"
    case .oldest: "oldest first"
    case .title: "by title"
    }
  }
}
