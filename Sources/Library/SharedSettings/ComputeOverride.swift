public import Dependencies

extension DependencyValues {
  public var compute: Settings.Compute? {
    get { self[ComputeKey.self] }
    set { self[ComputeKey.self] = newValue }
  }
}

private enum ComputeKey: DependencyKey {
  static var liveValue: Settings.Compute? { nil }
  static var testValue: Settings.Compute? { nil }
}
