import ComposableArchitecture
import HealthFeature
import PreviewHarness
import TerminalClientLive

@MainActor
package enum HealthPreview {
  static let preview = Preview("HealthPreview", states: states, places: places) {
    HealthFeature()
  } screen: {
    HealthScreen(store: $0)
  } onStart: {
    $0.send(.task)
  }

  package static func main() async {
    exit(await preview.run(terminal: .liveValue))
  }
}
