import ComposableArchitecture
public import ComposableTerminal
public import TerminalUI

extension SearchScreen {
  public var name: String { "Search" }

  public var typing: Typing { .text }

  public var keys: [KeyBinding<Action>] {
    let hasRows = !store.hits.isEmpty
    return KeyBinding.listMoves(
      "select", help: "Go to another memo or match", isTyping: true,
      isEnabled: store.rows.count > 1
    ) + [
      KeyBinding(
        [.enter], .openButtonTapped, "open match", help: "Open the memo at the selected match",
        isEnabled: hasRows || store.isSearching),
      KeyBinding(
        [.escape], .clearButtonTapped, "clear", help: "Clear the search",
        isEnabled: !store.field.text.isEmpty),
    ]
  }

  /// The field comes first: letters that move in other lists are typed here.
  public func handleInput(_ event: Event, in frame: Frame) -> Bool {
    edit(store.field, with: event) { .fieldChanged($0) }
      || move(
        \.list, with: event, count: store.rows.count, id: Self.listID, in: frame,
        pressed: .openButtonTapped)
  }
}
