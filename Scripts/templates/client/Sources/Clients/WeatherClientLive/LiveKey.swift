public import Dependencies
public import WeatherClient

extension WeatherClient: DependencyKey {
  /// Keeps what it is given as long as the program runs.
  public static let liveValue = Self.inMemory()
}
