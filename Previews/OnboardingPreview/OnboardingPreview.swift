import ComposableArchitecture
import OnboardingFeature
import PreviewHarness
import TerminalClientLive

/// The beginning alone, in a terminal.
@MainActor
package enum OnboardingPreview {
  static let preview = Preview("OnboardingPreview", states: states) {
    OnboardingFeature()
  } view: {
    OnboardingView($0)
  } onStart: {
    $0.send(.task)
  } onEvent: {
    OnboardingView.handle($0, $1, $2)
  }

  package static func main() async {
    exit(await preview.run(terminal: .liveValue))
  }
}
