public import Dependencies
public import DependenciesMacros

/// The weather, outside of the program.
@DependencyClient
public struct WeatherClient: Sendable {
  /// What was saved last; nothing at first.
  public var load: @Sendable () async throws -> String

  /// Keeps a text in place of the last one.
  public var save: @Sendable (_ text: String) async throws -> Void
}

extension DependencyValues {
  /// The weather, outside of the program.
  public var weather: WeatherClient {
    get { self[WeatherClient.self] }
    set { self[WeatherClient.self] = newValue }
  }
}
