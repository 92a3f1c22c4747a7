import Foundation
import PreviewHarness
import TerminalClientLive
import WeatherFeature

/// A preview of the weather.
@MainActor
package enum WeatherPreview {
  /// Recreated each time, so that its states don't share values.
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
