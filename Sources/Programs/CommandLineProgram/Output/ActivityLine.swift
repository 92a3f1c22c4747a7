import Styleguide
import TerminalClient

struct ActivityLine {
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

  private func text(width: Int?) -> String {
    let whole = beginning + name + ending
    let line = keys.isEmpty ? whole : whole + " " + keys
    guard let width, line.columns > width
    else { return line }
    let room = max(1, width - (beginning + ending).columns)
    let lines = [beginning + name.truncated(toColumns: room) + ending, keys]
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  func text(on terminal: TerminalClient) -> String {
    text(width: terminal.isTerminal(stream: .error) ? terminal.width : nil)
  }
}
