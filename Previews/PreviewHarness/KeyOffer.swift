import ComposableTerminal
public import TerminalUI

public struct KeyOffer: Hashable, Sendable {
  public let help: String
  public let strokes: [[Key]]

  @MainActor
  init(_ command: KeyCommand) {
    help = command.help
    strokes = command.strokes
  }
}
