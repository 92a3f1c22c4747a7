import Styleguide
import TerminalClient

/// What a command begins to do with something that has a name, and by which keys it is steered.
struct WhatIsDone {
  private let beginning: String
  private let ending: String
  private let keys: String
  private let name: String

  init(_ beginning: String, _ name: String, _ ending: String, keys: String) {
    self.beginning = beginning
    self.ending = ending
    self.keys = keys
    self.name = name.printable
  }

  /// One line, or, where that is too long for the width, one for what is done, with a name that is
  /// cut, and one for the keys.
  func text(width: Int?) -> String {
    let whole = beginning + name + ending
    let line = keys.isEmpty ? whole : whole + " " + keys
    guard let width, line.columns > width
    else { return line }
    let room = max(1, width - (beginning + ending).columns)
    let lines = [beginning + name.truncated(toColumns: room) + ending, keys]
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }
}

extension TerminalClient {
  /// Tells it on standard error.
  func note(_ what: WhatIsDone) {
    note(what.text(width: isTerminal(stream: .error) ? width : nil))
  }
}
