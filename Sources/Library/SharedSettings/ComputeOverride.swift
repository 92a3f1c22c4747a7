public import Dependencies

extension DependencyValues {
  /// The device for one command, instead of that of the settings.
  public var compute: Settings.Compute? {
    get { self[ComputeKey.self] }
    set { self[ComputeKey.self] = newValue }
  }
}

private enum ComputeKey: DependencyKey {
  static var liveValue: Settings.Compute? { nil }
  static var testValue: Settings.Compute? { nil }
}
