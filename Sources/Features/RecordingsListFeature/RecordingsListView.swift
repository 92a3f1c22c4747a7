public import ComposableArchitecture
import SharedModels
import Styleguide
public import TerminalUI

/// The list of memos, with its filter above and its keys below.
public struct RecordingsListView: Component {
  static let listID = "recordings"

  private let arrangement: Arrangement
  private let canUndo: Bool
  private let dialog: (any View)?
  private let filterField: TextFieldState?
  private let isLoading: Bool
  private let list: ListState
  private let loadError: String?
  private let recordings: IdentifiedArrayOf<Recording>
  private let rows: [Recording.ID]
  private let timeZone: TimeZone

  /// - Parameters:
  ///   - store: The feature.
  ///   - timeZone: Where the dates of memos are told.
  @MainActor
  public init(_ store: StoreOf<RecordingsListFeature>, timeZone: TimeZone = .current) {
    arrangement = store.arrangement
    canUndo = !store.deleted.isEmpty
    filterField = store.filterField
    isLoading = store.$recordings.isLoading
    list = store.list
    loadError = store.loadError
    recordings = store.recordings
    rows = store.rows
    self.timeZone = timeZone
    dialog =
      switch store.destination {
      case .alert(let alert): Self.dialog(alert)
      case .edit(let edit): EditSheet(edit: edit)
      case nil: nil
      }
  }

  public var body: some View {
    VStack {
      header
      Divider()
      content.frame(
        maxWidth: Extent.unlimited, minHeight: 1, maxHeight: Extent.unlimited)
      HelpFooter(help)
    }
    .overlay(dialog)
  }

  private var header: any View {
    HStack(spacing: 1) {
      if let filterField {
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
    let all = recordings.count
    let shown = arrangement.isFiltering ? "\(rows.count) of \(all)" : "\(all)"
    return "\(shown) \(all == 1 ? "memo" : "memos")"
  }

  private var content: any View {
    if let loadError, recordings.isEmpty { return note(loadError, role: .wrong) }
    if isLoading, recordings.isEmpty { return note(Label("Loading…"), role: .faint) }
    if recordings.isEmpty { return note("No memos yet: record or import one.", role: .faint) }
    if rows.isEmpty { return note("No memo matches. Esc shows all.", role: .faint) }
    return List(count: rows.count, state: list, id: Self.listID) { index in
      // Until the list is arranged anew, a memo that has just gone leaves a gap.
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
    .frame(maxWidth: Extent.unlimited, maxHeight: Extent.unlimited, alignment: .center)
  }

  private var help: [HelpFooter.Item] {
    if filterField != nil { return [.init("enter", "done"), .init("esc", "show all")] }
    var items: [HelpFooter.Item] = []
    if loadError != nil { items.append(.init("R", "try again")) }
    if canUndo { items.append(.init("u", "undo")) }
    if !rows.isEmpty {
      items += [
        .init("enter", "open"), .init("r", "rename"), .init("t", "tags"), .init("f", "favourite"),
        .init("d", "delete"),
      ]
    }
    if !recordings.isEmpty {
      items += [.init("/", "filter"), .init("F", "★ only"), .init("s", "sort")]
    }
    return items
  }

  private static func dialog(
    _ alert: AlertState<RecordingsListFeature.Destination.Alert>
  ) -> any View {
    Dialog.alert(
      String(state: alert.title), message: alert.message.map { String(state: $0) } ?? "",
      buttons: alert.buttons.map { button in
        let role: Dialog.Role =
          switch button.role {
          case .cancel: .cancel
          case .destructive: .destructive
          case nil: .standard
          }
        return (String(state: button.label), role)
      })
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

private struct EditSheet: Component {
  let edit: RecordingEdit.State

  var body: some View {
    Sheet(edit.field == .title ? "Title" : "Tags, between commas") {
      VStack {
        TextField(edit.text, placeholder: edit.field == .title ? "A title is needed" : "No tags")
          .frame(width: 44)
        Text("")
        HelpFooter([.init("enter", "save"), .init("esc", "cancel")])
      }
    }
  }
}
