import AppFeature
import ComposableArchitecture
import Foundation
import PreviewHarness
import TerminalClientLive

@MainActor
package enum AppPreview {
  /// Recreated each time, because its states share a library.
  static var preview: Preview<AppFeature> {
    let lifecycle = AppLifecycle()
    return Preview("AppPreview", states: states, places: places, isProgram: true) {
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
