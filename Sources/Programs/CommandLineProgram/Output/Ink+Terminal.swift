import Dependencies
import Foundation
import Styleguide
import TerminalClient

extension Ink {
  /// Colours where a person looks at the output, on a terminal that has some, and has not asked for
  /// none.
  init(_ terminal: TerminalClient, stream: TerminalClient.Stream = .output) {
    self.init(isColored: terminal.canDraw(on: stream) && terminal.wantsColor)
  }
}
