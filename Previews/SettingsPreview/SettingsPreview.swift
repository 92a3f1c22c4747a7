import ComposableArchitecture
import PreviewHarness
import SettingsFeature
import TerminalClientLive

/// The settings alone, in a terminal.
@MainActor
package enum SettingsPreview {
  static let preview = Preview("SettingsPreview", states: states) {
    SettingsFeature()
  } view: {
    SettingsView($0)
  } onStart: {
    $0.send(.task)
  } onEvent: {
    SettingsView.handle($0, $1, $2)
  }

  package static func main() async {
    exit(await preview.run(terminal: .liveValue))
  }
}
