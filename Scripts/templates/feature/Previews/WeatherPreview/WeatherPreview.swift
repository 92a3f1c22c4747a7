import Foundation
import PreviewHarness
import TerminalClientLive
import WeatherFeature

/// The weather alone, in a terminal.
@MainActor
package enum WeatherPreview {
  /// Made anew each time: its states begin where they say.
  static var preview: Preview<WeatherFeature> {
    Preview("WeatherPreview", states: states) {
      WeatherFeature()
    } screen: {
      WeatherScreen(store: $0)
    }
  }

  package static func main() async {
    exit(await preview.run(terminal: .liveValue))
  }
}
