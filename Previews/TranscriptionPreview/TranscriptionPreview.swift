import Foundation
import PreviewHarness
import TerminalClientLive
import TranscriptionFeature

@MainActor
package enum TranscriptionPreview {
  /// Recreated each time, because each has its own library.
  static var preview: Preview<TranscriptionFeature> {
    Preview("TranscriptionPreview", states: states, places: places) {
      TranscriptionFeature()
    } screen: {
      TranscriptionScreen(store: $0, timeZone: .gmt)
    } onStart: {
      $0.send(.task)
    }
  }

  package static func main() async {
    exit(await preview.run(terminal: .liveValue))
  }
}
