public import Dependencies
public import DependenciesMacros

/// An interface to the weather.
@DependencyClient
public struct WeatherClient: Sendable {
  /// Returns the saved text, or an empty one.
  public var load: @Sendable () async throws -> String

  /// Replaces the saved text.
  public var save: @Sendable (_ text: String) async throws -> Void
}

extension DependencyValues {
  /// The client for the weather.
  public var weather: WeatherClient {
    get { self[WeatherClient.self] }
    set { self[WeatherClient.self] = newValue }
  }
}
