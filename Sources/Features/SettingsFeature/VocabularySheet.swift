import ComposableArchitecture
import ComposableTerminal
import Styleguide
import TerminalUI

struct VocabularySheet: Screen {
  private static let listID = "vocabulary"

  let store: StoreOf<VocabularyEditor>

  var body: any View {
    let words = store.state.words
    return Sheet("Vocabulary") {
      VStack {
        TextField(store.field, placeholder: "a name or a term")
        Divider()
        if words.isEmpty {
          Text("No words yet.").foreground(.faint)
        } else {
          List(count: words.count, state: store.list, id: Self.listID) { Text(words[$0]) }
            .frame(minHeight: 1, maxHeight: 10)
        }
        Text("")
        footer
      }
    }
    .sheetWidth()
  }

  var name: String { "Vocabulary" }

  var typing: Typing { .text }

  var keys: [KeyBinding<Action>] {
    let isTyping = !store.field.text.isEmpty
    let isChosen = store.list.selection != nil
    return [
      KeyBinding([.enter], .addButtonTapped, "add", help: "Add the word", isEnabled: isTyping),
      KeyBinding(
        [.delete], .removeButtonTapped, "remove", help: "Remove the word",
        isEnabled: isChosen && !isTyping),
      KeyBinding([.escape], .doneButtonTapped, "done", help: "Go back to the settings"),
    ]
      + KeyBinding.listMoves(
        "select", help: "Go to another word", isTyping: true, isEnabled: store.state.words.count > 1
      )
  }

  func handleInput(_ event: Event, in frame: Frame) -> Bool {
    switch event {
    case .key(.up), .key(.down), .key(.pageUp), .key(.pageDown), .mouse:
      return move(
        \.list, with: event, count: store.state.words.count, id: Self.listID, in: frame)
    case .paste(let text):
      store.send(.pasted(text))
      return true
    case .background, .focus, .key, .resize:
      return edit(store.field, with: event) { .set(\.field, $0) }
    }
  }
}
