import ComposableArchitecture
import PreviewHarness
import StatsFeature
import TerminalClientLive

@MainActor
package enum StatsPreview {
  /// Recreated each time, because its states share the counted library.
  static var preview: Preview<StatsFeature> {
    Preview("StatsPreview", states: states, places: places) {
      StatsFeature()
    } screen: {
      StatsScreen(store: $0, timeZone: .gmt)
    } onStart: {
      $0.send(.task)
    }
  }

  package static func main() async {
    exit(await preview.run(terminal: .liveValue))
  }
}
