public import Dependencies

extension DependencyValues {
  /// The jobs of many libraries.
  public var jobQueue: JobQueueClient {
    get { self[JobQueueClient.self] }
    set { self[JobQueueClient.self] = newValue }
  }

  /// Many libraries.
  public var libraries: LibrariesClient {
    get { self[LibrariesClient.self] }
    set { self[LibrariesClient.self] = newValue }
  }

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

extension JobQueueClient: TestDependencyKey {
  public static var previewValue: JobQueueClient {
    LibrariesClient.inMemory(["library": .inMemory()]).queue
  }
  public static let testValue = Self()
}

extension LibrariesClient: TestDependencyKey {
  public static var previewValue: LibrariesClient {
    LibrariesClient.inMemory(["library": .inMemory()]).libraries
  }
  public static let testValue = Self()
}
