import Foundation
import PlaybackFeature
import PreviewHarness
import TerminalClientLive

@MainActor
package enum PlaybackPreview {
  /// Recreated each time, because its states share their memos.
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
