public import Dependencies

extension AudioStoreClient: TestDependencyKey {
  /// A store in memory.
  public static var previewValue: Self { .inMemory() }
  /// Each endpoint that is called without having been overridden fails the test.
  public static let testValue = Self()
}
