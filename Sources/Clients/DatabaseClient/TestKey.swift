public import Dependencies

extension DatabaseClient: TestDependencyKey {
  public static var previewValue: DatabaseClient { .inMemory() }
  public static let testValue = Self()
}
