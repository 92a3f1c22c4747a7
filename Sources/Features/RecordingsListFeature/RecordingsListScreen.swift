public import ComposableArchitecture
public import ComposableTerminal
import SharedModels
import Styleguide
public import TerminalUI

/// The list of memos, with its filter above and the keys below.
public struct RecordingsListScreen: Screen {
  static let listID = "recordings"

  public let store: StoreOf<RecordingsListFeature>
  private let timeZone: TimeZone

  /// - Parameters:
  ///   - store: The feature.
  ///   - timeZone: For the dates of memos.
  public init(store: StoreOf<RecordingsListFeature>, timeZone: TimeZone = .current) {
    self.store = store
    self.timeZone = timeZone
  }

  public var body: any View {
    VStack {
      header
      Divider()
      content.frame(
        maxWidth: SizeRange.unlimited, minHeight: 1, maxHeight: SizeRange.unlimited)
      footer
    }
  }

  private var header: any View {
    let arrangement = store.arrangement
    return HStack(spacing: 1) {
      if let filterField = store.filterField {
        Text("Filter:").foreground(.accent)
        TextField(filterField, placeholder: "words, or #tag")
      } else {
        Text(title).bold()
        if arrangement.favoritesOnly { Sign(\.star).foreground(.accent) }
        if !arrangement.filter.isEmpty { Text(arrangement.filter).foreground(.accent) }
        Spacer()
      }
      Text(arrangement.order.label).foreground(.faint)
    }
  }

  private var title: String {
    let all = store.recordings.count
    let shown = store.arrangement.isFiltering ? "\(store.rows.count) of \(all)" : "\(all)"
    return "\(shown) \(all == 1 ? "memo" : "memos")"
  }

  private var content: any View {
    let recordings = store.recordings
    let rows = store.rows
    if let loadError = store.loadError, recordings.isEmpty { return note(loadError, role: .wrong) }
    if store.$recordings.isLoading, recordings.isEmpty {
      return note(Label("Loading…"), role: .faint)
    }
    if recordings.isEmpty { return note("No memos yet: record or import one.", role: .faint) }
    if rows.isEmpty { return note("No memo matches. Esc shows all.", role: .faint) }
    return List(count: rows.count, state: store.list, id: Self.listID) { [timeZone] index in
      // Until the rows are updated, a memo that has just been deleted leaves a gap.
      recordings[id: rows[index]].map { RecordingRow(recording: $0, timeZone: timeZone) }
        ?? Empty() as any View
    }
  }

  private func note(_ text: String, role: Color.Role) -> any View {
    note(Paragraph(text, alignment: .center), role: role)
  }

  private func note(_ content: any View, role: Color.Role) -> any View {
    VStack(alignment: .center) {
      Spacer()
      content.foreground(role)
      Spacer()
    }
    .padding(2)
    .frame(maxWidth: SizeRange.unlimited, maxHeight: SizeRange.unlimited, alignment: .center)
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
