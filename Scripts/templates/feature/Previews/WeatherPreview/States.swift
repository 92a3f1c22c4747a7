import PreviewHarness
import WeatherFeature

extension WeatherPreview {
  static var states: [Preview<WeatherFeature>.StartingState] {
    [
      .init("usual", WeatherFeature.State()),
      .init("detailed", WeatherFeature.State(isDetailed: true)),
    ]
  }
}
