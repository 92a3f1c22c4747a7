public import Dependencies

extension AudioStoreClient: TestDependencyKey {
  public static var previewValue: Self { .inMemory() }
  public static let testValue = Self()
}
