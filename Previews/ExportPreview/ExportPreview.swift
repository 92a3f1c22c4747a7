import ComposableArchitecture
import ExportFeature
import PreviewHarness
import TerminalClientLive

/// The export alone, in a terminal. Nothing is written to the disk.
@MainActor
package enum ExportPreview {
  /// Made anew each time: its states remember what was exported last.
  static var preview: Preview<ExportFeature> {
    Preview("ExportPreview", states: states, places: places) {
      ExportFeature()
    } screen: {
      ExportScreen(store: $0)
    } onStart: {
      $0.send(.task)
    }
  }

  package static func main() async {
    exit(await preview.run(terminal: .liveValue))
  }
}
