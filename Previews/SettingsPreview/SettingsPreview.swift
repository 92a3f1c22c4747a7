import ComposableArchitecture
import PreviewHarness
import SettingsFeature
import TerminalClientLive

@MainActor
package enum SettingsPreview {
  static let preview = Preview("SettingsPreview", states: states, places: places) {
    SettingsFeature()
  } screen: {
    SettingsScreen(store: $0)
  } onStart: {
    $0.send(.task)
  }

  package static func main() async {
    exit(await preview.run(terminal: .liveValue))
  }
}
