import ComposableArchitecture
import OnboardingFeature
import PreviewHarness
import TerminalClientLive

@MainActor
package enum OnboardingPreview {
  static let preview = Preview("OnboardingPreview", states: states, places: places) {
    OnboardingFeature()
  } screen: {
    OnboardingScreen(store: $0)
  } onStart: {
    $0.send(.task)
  }

  package static func main() async {
    exit(await preview.run(terminal: .liveValue))
  }
}
