public import Dependencies

extension AudioFileClient: TestDependencyKey {
  public static var previewValue: Self { .simulated() }
  public static let testValue = Self()
}
