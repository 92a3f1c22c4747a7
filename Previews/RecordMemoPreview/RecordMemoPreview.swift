import AudioRecorderClient
import ComposableArchitecture
import Foundation
import PreviewHarness
import RecordMemoFeature
import TerminalClientLive

@MainActor
package enum RecordMemoPreview {
  static var preview: Preview<RecordMemoFeature> {
    // Each preview has its own microphone.
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
