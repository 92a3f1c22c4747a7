import ComposableTerminal
public import TerminalUI

/// Keys, and what a screen says that they do.
public struct KeyOffer: Hashable, Sendable {
  /// In a sentence without a full stop.
  public let help: String
  /// The keys of each direction.
  public let strokes: [[Key]]

  @MainActor
  init(_ command: KeyCommand) {
    help = command.help
    strokes = command.strokes
  }
}
