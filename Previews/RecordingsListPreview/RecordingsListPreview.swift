import ComposableArchitecture
import PreviewHarness
import RecordingsListFeature
import TerminalClientLive

@MainActor
package enum RecordingsListPreview {
  static let preview = Preview("RecordingsListPreview", states: states, places: places) {
    RecordingsListFeature()
  } screen: {
    RecordingsListScreen(store: $0, timeZone: .gmt)
  } onStart: {
    $0.send(.task)
  }

  package static func main() async {
    exit(await preview.run(terminal: .liveValue))
  }
}
