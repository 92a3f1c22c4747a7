import ComposableArchitecture
import ExportFeature
import PreviewHarness
import TerminalClientLive

/// The export alone. Nothing is written to the disk.
@MainActor
package enum ExportPreview {
  /// Recreated each time, because its states remember the last export.
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
