import ConsoleClient
import Dependencies
import Foundation
import Styleguide

extension Ink {
  /// Colours where a person looks at the output and has not asked for none
  /// (https://no-color.org).
  init(_ console: ConsoleClient, stream: ConsoleClient.Stream = .output) {
    self.init(isColored: console.isTerminal(stream: stream) && console.wantsColor())
  }
}
