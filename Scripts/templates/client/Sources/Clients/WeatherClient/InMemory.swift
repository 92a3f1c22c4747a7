import ConcurrencyExtras

extension WeatherClient {
  /// Stores a text in memory, for previews and tests.
  ///
  /// - Parameter text: The initial text.
  public static func inMemory(_ text: String = "") -> Self {
    let kept = LockIsolated(text)
    return Self(load: { kept.value }, save: { kept.setValue($0) })
  }
}
