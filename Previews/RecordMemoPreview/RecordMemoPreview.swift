import AudioRecorderClient
import ComposableArchitecture
import Foundation
import PreviewHarness
import RecordMemoFeature
import TerminalClientLive

/// The recording of a memo alone, in a terminal, without a microphone.
@MainActor
package enum RecordMemoPreview {
  static var preview: Preview<RecordMemoFeature> {
    // Each has a microphone of its own.
    Preview(
      "RecordMemoPreview", states: states, places: places,
      withDependencies: { $0.audioRecorder = .simulated() }
    ) {
      RecordMemoFeature()
    } screen: {
      RecordMemoScreen(store: $0)
    } onStart: {
      $0.send(.task)
    }
  }

  package static func main() async {
    exit(await preview.run(terminal: .liveValue))
  }
}
