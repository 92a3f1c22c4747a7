import AppFeature
import AppProgram
import Foundation
import PreviewHarness
import TerminalClientLive

/// The whole app with a library that is made up, in a terminal.
@MainActor
package enum AppPreview {
  /// Made anew each time: its states share a library.
  static var preview: Preview<AppFeature> { AppProgram.preview() }

  package static func main() async {
    exit(await preview.run(terminal: .liveValue))
  }
}
