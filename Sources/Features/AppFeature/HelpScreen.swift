import ComposableArchitecture
import ComposableTerminal
import TerminalUI

/// What the keys do, all of them.
struct HelpScreen: Screen {
  let store: StoreOf<AppFeature>
  let isMemoOpen: Bool

  var body: any View {
    Sheet("Keys") {
      VStack {
        for (keys, meaning) in rows {
          HStack(spacing: 2) {
            Text(keys).foreground(.accent).frame(width: 14)
            Text(meaning)
          }
        }
        Text("")
        Text("Any key closes this.").foreground(.faint)
      }
    }
  }

  func handleInput(_ event: Event, in frame: Frame) -> Bool {
    switch event {
    case .key, .paste:
      store.send(.destination(.dismiss))
      return true
    case .mouse(let mouse) where mouse.kind == .press:
      store.send(.destination(.dismiss))
      return true
    case .background, .focus, .mouse, .resize:
      return false
    }
  }

  private var rows: [(String, String)] {
    let anywhere = [
      ("n", "record a memo"), ("i", "import files"), ("1 to 5, tab", "another tab"),
      ("esc", "back"), ("ctrl+n ctrl+o", "record, import, also while you type"),
      ("q ctrl+c", "quit: a recording is saved, the queue resumes later"),
    ]
    let memo = [
      ("space", "play, pause"), ("left right", "5 s back, forward"), ("b w", "word before, after"),
      ("up down", "sentence before, after"), ("enter", "play from the chosen word"),
      ("e t", "edit the text, the title"), ("u", "undo"), ("d", "to the trash"),
      ("x T", "export, transcribe again"),
      ("+ - s", "speed, skip silence"),
    ]
    let list = [
      ("enter", "open"), ("r t f", "title, tags, favourite"), ("d u", "to the trash, undo"),
      ("/ F s", "filter, favourites only, sort"), ("g G", "first, last"),
      ("D H R", "the trash, health, read again"),
      ("x T", "export, transcribe again"),
    ]
    return (isMemoOpen ? memo : list) + anywhere
  }
}
