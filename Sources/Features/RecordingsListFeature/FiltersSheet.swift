import ComposableArchitecture
import ComposableTerminal
import SharedModels
import Styleguide
import TerminalUI

struct FiltersSheet: Screen {
  private static let listID = "filters"

  let store: StoreOf<FiltersFeature>

  var body: any View {
    let rows = store.rows
    return Sheet("Tags and saved filters") {
      VStack {
        if rows.isEmpty {
          Paragraph("No tags yet. Press t in the list to add some.").foreground(.faint)
        } else {
          List(count: rows.count, state: store.list, id: Self.listID) { row(rows[$0]) }
            .frame(minHeight: 1, maxHeight: 14)
        }
        if let field = store.nameField {
          Divider()
          HStack(spacing: 1) {
            Text("Name:").foreground(.accent)
            TextField(field, placeholder: "a name for this filter")
          }
        } else {
          Paragraph(remark).foreground(.good)
        }
        footer
      }
    }
    .sheetWidth()
  }

  private var remark: String {
    store.deleted.last.map { "Deleted '\($0.filter.name.printable)'. Press u to undo." } ?? " "
  }

  private func row(_ row: FiltersFeature.Row) -> any View {
    HStack(spacing: 1) {
      switch row {
      case .filter(let filter):
        Text(filter.name).priority(1)
        Spacer()
        if filter.favoritesOnly { Sign(\.star).foreground(.faint) }
        if !filter.text.isEmpty { Text(filter.text).foreground(.faint) }
      case .tag(let tag):
        Text("#\(tag.tag)").foreground(.accent)
        Spacer()
        Text(tag.count.grouped).foreground(.faint).priority(1)
      }
    }
  }

  var name: String { "Tags and saved filters" }

  var typing: Typing { store.nameField == nil ? .nothing : .text }

  var keys: [KeyBinding<Action>] {
    if let field = store.nameField {
      return [
        KeyBinding(
          [.enter], .nameSaveButtonTapped, "save", help: "Save the filter under this name",
          isEnabled: field.text.contains { !$0.isWhitespace }),
        KeyBinding([.escape], .nameCancelButtonTapped, "cancel", help: "Close without saving"),
      ]
    }
    let isFilter = if case .filter = store.selectedRow { true } else { false }
    return [
      KeyBinding(
        [.enter], .chooseButtonTapped, "show", help: "Show the matching memos",
        isEnabled: store.selectedRow != nil),
      KeyBinding(
        ["a"], .nameButtonTapped, "add filter", help: "Save the current filter",
        isEnabled: store.current.isFiltering),
      KeyBinding(
        ["d", .delete], .deleteButtonTapped, "delete", help: "Delete the saved filter",
        isEnabled: isFilter),
      KeyBinding(
        ["u"], .undoButtonTapped, "undo", help: "Undo the deletion of a filter",
        isEnabled: !store.deleted.isEmpty),
      KeyBinding([.escape], .closeButtonTapped, "close", help: "Go back to the list"),
    ]
      + KeyBinding.listMoves(
        "select", help: "Go to another item",
        isEnabled: store.list.canMove(among: store.rows.count))
  }

  func handleInput(_ event: Event, in frame: Frame) -> Bool {
    if let field = store.nameField {
      return edit(field, with: event) { .set(\.nameField, $0) }
    }
    return move(
      \.list, with: event, count: store.rows.count, id: Self.listID, in: frame,
      pressed: .chooseButtonTapped)
  }
}
