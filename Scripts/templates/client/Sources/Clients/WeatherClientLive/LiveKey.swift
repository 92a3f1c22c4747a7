public import Dependencies
public import WeatherClient

extension WeatherClient: DependencyKey {
  /// Stores the text in memory until the program exits.
  public static let liveValue = Self.inMemory()
}
