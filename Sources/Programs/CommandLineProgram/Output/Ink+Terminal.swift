import Styleguide
import TerminalClient

extension Ink {
  init(_ terminal: TerminalClient, stream: TerminalClient.Stream = .output) {
    self.init(isColored: terminal.canDraw(on: stream) && terminal.wantsColor)
  }
}
