public import Dependencies

extension SpeechClient: TestDependencyKey {
  /// Works without a device or an engine.
  public static let previewValue = Self.lorem()
  /// Each endpoint that is called without having been overridden fails the test.
  public static let testValue = Self()
}
