import ComposableArchitecture
public import ComposableTerminal
public import TerminalUI

extension RecordingsListScreen {
  public var keys: [KeyBinding<Action>] {
    store.filterField == nil ? listKeys : filterKeys
  }

  private var listKeys: [KeyBinding<Action>] {
    let hasMemo = store.state.selectedID != nil
    let hasTarget = hasMemo || !store.marked.isEmpty
    let isEmpty = store.state.recordings.isEmpty
    return [
      // Only after an error: other changes of the library appear by themselves.
      KeyBinding(
        ["R"], .reloadButtonTapped, "try again", help: "Reload the library",
        isEnabled: store.loadError != nil),
      KeyBinding(
        [.enter], .openButtonTapped, "open", help: "Open the memo and play it",
        isEnabled: hasMemo),
      KeyBinding(
        ["r"], .editButtonTapped(.title), "rename", help: "Edit the title",
        isEnabled: store.marked.count < 2 && hasTarget),
      KeyBinding(
        ["t"], .editButtonTapped(.tags), "tags", help: "Edit the tags", isEnabled: hasTarget),
      KeyBinding(
        ["f"], .favoriteButtonTapped, "favorite", help: "Add to or remove from favorites",
        isEnabled: hasTarget),
      KeyBinding(
        ["d", .delete], .deleteButtonTapped, "delete", help: "Move to the trash",
        isEnabled: hasTarget),
      KeyBinding(
        ["C"], .copyButtonTapped, help: "Copy the text or a link", isEnabled: hasMemo),
      KeyBinding(
        ["m"], .markButtonTapped, "mark", help: "Mark or unmark the memo for the next command",
        isEnabled: hasMemo),
      KeyBinding(
        ["M"], .markAllButtonTapped, help: "Mark or unmark all memos shown",
        isEnabled: !store.rows.isEmpty),
      KeyBinding(
        ["/"], .filterButtonTapped, "filter", help: "Filter by words in the title or by #tag",
        isEnabled: !isEmpty),
      KeyBinding(
        [["n"]: 1, ["N"]: -1], { .matchSelected(by: $0) }, "match",
        help: "Go to the next or previous match",
        isEnabled: store.arrangement.isFiltering && store.rows.count > 1),
      KeyBinding(
        ["#"], .filtersButtonTapped, help: "Show tags and saved filters, or save this filter",
        isEnabled: !isEmpty),
      KeyBinding(
        ["F"], .favoritesOnlyButtonTapped, "\u{2605} only",
        help: "Show only favorites, or all memos", isEnabled: !isEmpty),
      KeyBinding(
        ["o"], .orderButtonTapped, "sort", help: "Change the sort order", isEnabled: !isEmpty),
      KeyBinding(
        [.escape], .filterClearButtonTapped, store.marked.isEmpty ? "show all" : "unmark",
        help: "Unmark all, or show all memos",
        isEnabled: store.arrangement.isFiltering || !store.marked.isEmpty),
    ]
      + KeyBinding.listMoves(
        help: "Go to another memo",
        isEnabled: store.list.canMove(among: store.rows.count))
  }

  private var filterKeys: [KeyBinding<Action>] {
    [
      KeyBinding([.enter], .filterDoneButtonTapped, "done", help: "Go to the list"),
      KeyBinding([.escape], .filterClearButtonTapped, "show all", help: "Show all memos"),
    ]
      + KeyBinding.listMoves(
        "select", help: "Go to another memo", isTyping: true,
        isEnabled: store.list.canMove(among: store.rows.count))
  }

  public var typing: Typing { store.filterField == nil ? .nothing : .text }

  public func willHandle(_ event: Event, in frame: Frame) {
    if isStandalone, case .resize(let size) = event { updateSize(size) }
  }

  public func handleInput(_ event: Event, in frame: Frame) -> Bool {
    if let field = store.filterField, edit(field, with: event, changed: { .filterChanged($0) }) {
      return true
    }
    return move(
      \.list, with: event, count: store.rows.count, id: Self.listID, in: frame,
      pressed: .openButtonTapped)
  }
}
