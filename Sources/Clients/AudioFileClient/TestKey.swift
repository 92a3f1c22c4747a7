public import Dependencies

extension AudioFileClient: TestDependencyKey {
  /// Works without a device or an engine.
  public static var previewValue: Self { .simulated() }
  /// Each endpoint that is called without having been overridden fails the test.
  public static let testValue = Self()
}
