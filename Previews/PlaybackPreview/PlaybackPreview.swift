import Foundation
import PlaybackFeature
import PreviewHarness
import TerminalClientLive

/// A memo alone, in a terminal.
@MainActor
package enum PlaybackPreview {
  /// Made anew each time: the memos of its states are shared.
  static var preview: Preview<PlaybackFeature> {
    Preview("PlaybackPreview", states: states) {
      PlaybackFeature()
    } view: { store in
      PlaybackView(store: store).view
    } onEvent: { event, store, _ in
      PlaybackView(store: store).handle(event)
    }
  }

  package static func main() async {
    exit(await preview.run(terminal: .liveValue))
  }
}
