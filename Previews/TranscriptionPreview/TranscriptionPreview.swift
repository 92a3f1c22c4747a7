import Foundation
import PreviewHarness
import TerminalClientLive
import TranscriptionFeature

/// The queue of transcriptions alone, in a terminal.
@MainActor
package enum TranscriptionPreview {
  /// Made anew each time: each has a library of its own.
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
