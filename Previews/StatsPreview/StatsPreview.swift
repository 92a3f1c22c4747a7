import ComposableArchitecture
import PreviewHarness
import StatsFeature
import TerminalClientLive

/// The statistics alone, in a terminal.
@MainActor
package enum StatsPreview {
  /// Made anew each time: what it counts is shared.
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
