import ComposableArchitecture
import ComposableTerminal

extension AlertState where Action == Never {
  static func linkNotFound(id: String, count: Int) -> Self {
    message(
      "The link cannot be opened.",
      count == 0
        ? "No memo in the library has the id '\(id)'. It may be in the trash."
        : "\(count) memos have an id that starts with '\(id)'. Use a longer one.")
  }

  static func notices(_ notices: [String]) -> Self {
    message("Recent messages", notices.joined(separator: "\n\n"))
  }
}
