import ComposableArchitecture
import ImportFeature
import PreviewHarness
import TerminalClientLive

@MainActor
package enum ImportPreview {
  static let preview = Preview("ImportPreview", states: states, places: places) {
    ImportFeature()
  } screen: {
    ImportScreen(store: $0)
  } onStart: {
    $0.send(.task)
  }

  package static func main() async {
    exit(await preview.run(terminal: .liveValue))
  }
}
