public import Dependencies

extension DependencyValues {
  public var database: DatabaseClient {
    get { self[DatabaseClient.self] }
    set { self[DatabaseClient.self] = newValue }
  }
}

extension DatabaseClient: TestDependencyKey {
  public static var previewValue: DatabaseClient { .inMemory() }
  public static let testValue = Self()
}
