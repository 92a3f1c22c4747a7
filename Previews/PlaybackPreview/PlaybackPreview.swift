import Foundation
import PlaybackFeature
import PreviewHarness
import TerminalClientLive

/// A memo alone, in a terminal.
@MainActor
package enum PlaybackPreview {
  /// Made anew each time: the memos of its states are shared.
  static var preview: Preview<PlaybackFeature> {
    Preview("PlaybackPreview", states: states, places: places) {
      PlaybackFeature()
    } screen: {
      PlaybackScreen(store: $0, timeZone: .gmt)
    }
  }

  package static func main() async {
    exit(await preview.run(terminal: .liveValue))
  }
}
