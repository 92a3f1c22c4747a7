public import Dependencies

extension DependencyValues {
  /// The library's database.
  public var database: DatabaseClient {
    get { self[DatabaseClient.self] }
    set { self[DatabaseClient.self] = newValue }
  }
}

extension DatabaseClient: TestDependencyKey {
  public static var previewValue: DatabaseClient { .inMemory() }
  public static let testValue = Self()
}
