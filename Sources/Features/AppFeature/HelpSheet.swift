import TerminalUI

/// What the keys do, all of them.
struct HelpSheet: Component {
  let isMemoOpen: Bool

  var body: some View {
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

  private var rows: [(String, String)] {
    let anywhere = [
      ("n", "record a memo"), ("i", "import files"), ("1 to 5, tab", "another place"),
      ("esc", "back"), ("ctrl+n ctrl+o", "record, import, also while you type"),
      ("q ctrl+c", "quit: a recording is kept, and transcripts go on next time"),
    ]
    let memo = [
      ("space", "play, pause"), ("left right", "5 s back, on"), ("b w", "word before, after"),
      ("up down", "sentence before, after"), ("enter", "play from the chosen word"),
      ("e t", "mend the text, the title"), ("u", "undo"), ("d", "to the trash"),
      ("x T", "export, transcribe anew"),
      ("+ - s", "speed, skip silence"),
    ]
    let list = [
      ("enter", "open"), ("r t f", "title, tags, favourite"), ("d u", "to the trash, undo"),
      ("/ F s", "filter, favourites only, sort"), ("g G", "first, last"), ("R", "read anew"),
      ("x T", "export, transcribe anew"),
    ]
    return (isMemoOpen ? memo : list) + anywhere
  }
}
