import AppFeature
import ComposableArchitecture
import Foundation
import PreviewHarness
import TerminalClientLive

/// The whole app with a library that is made up, in a terminal.
@MainActor
package enum AppPreview {
  /// Made anew each time: its states share a library.
  static var preview: Preview<AppFeature> {
    let lifecycle = AppLifecycle()
    return Preview("AppPreview", states: states, places: places, isWhole: true) {
      AppFeature()
    } screen: {
      AppScreen(store: $0, timeZone: .gmt)
    } onStart: {
      lifecycle.begin($0)
    } onStop: {
      try await lifecycle.end($0)
    }
  }

  package static func main() async {
    exit(await preview.run(terminal: .liveValue))
  }
}
