import ComposableArchitecture
import PreviewHarness
import RecordingsListFeature
import TerminalClientLive

@MainActor
package enum RecordingsListPreview {
  static let preview = Preview("RecordingsListPreview", states: states) {
    RecordingsListFeature()
  } view: {
    RecordingsListView($0, timeZone: .gmt)
  } onStart: {
    $0.send(.task)
  } onEvent: {
    RecordingsListView.handle($0, $1, $2)
  }

  package static func main() async {
    exit(await preview.run(terminal: .liveValue))
  }
}
