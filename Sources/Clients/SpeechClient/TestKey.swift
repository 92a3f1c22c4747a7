public import Dependencies

extension SpeechClient: TestDependencyKey {
  public static let previewValue = Self.lorem()
  public static let testValue = Self()
}
