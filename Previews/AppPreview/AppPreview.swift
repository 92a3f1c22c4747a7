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
    let life = AppLifecycle()
    return Preview("AppPreview", states: states) {
      AppFeature()
    } view: {
      AppView($0, timeZone: .gmt).view
    } appearance: {
      AppView($0).appearance
    } onStart: {
      life.begin($0)
    } onEvent: { event, store, frame in
      AppView(store).handle(event, frame)
    } onStop: {
      try await life.end($0)
    }
  }

  package static func main() async {
    exit(await preview.run(terminal: .liveValue))
  }
}
