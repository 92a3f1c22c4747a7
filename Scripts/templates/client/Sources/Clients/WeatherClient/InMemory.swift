import ConcurrencyExtras

extension WeatherClient {
  /// Keeps what it is given as long as it lives itself, for previews and tests.
  ///
  /// - Parameter text: What it begins with.
  public static func inMemory(_ text: String = "") -> Self {
    let kept = LockIsolated(text)
    return Self(load: { kept.value }, save: { kept.setValue($0) })
  }
}
