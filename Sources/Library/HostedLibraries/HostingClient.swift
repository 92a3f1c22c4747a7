public import Dependencies
public import DependenciesMacros
public import LibraryFolder

/// Where many libraries are, as a person says it.
public struct HostingAddress: Equatable, Sendable {
  /// Where their sound is: `s3://BUCKET/PREFIX`, or a folder; `nil` for the folders of this machine.
  public var audio: String?
  /// Where their memos are, such as `postgres://speechmemo@db.example/memos`.
  public var database: String

  public init(database: String, audio: String? = nil) {
    self.audio = audio
    self.database = database
  }
}

/// Opens databases with many libraries, and sets them up.
@DependencyClient
public struct HostingClient: Sendable {
  /// The libraries there. No connection is made yet.
  ///
  /// - Parameters:
  ///   - at: Where they are.
  ///   - below: This machine's own folder, below which theirs are.
  /// - Throws: What is wrong with the address, whose description is a line for a person.
  public var open:
    @Sendable (_ at: HostingAddress, _ below: LibraryFolder) throws -> HostedLibraries

  /// Makes the tables of a database, or brings those of an older version to this one's shape.
  ///
  /// - Parameters:
  ///   - database: Where it is, as the role that its tables are to belong to.
  ///   - servedBy: The role that servers and transcribers use.
  /// - Returns: The steps that were taken, by name.
  /// - Throws: What went wrong, whose description is a line for a person.
  public var prepare: @Sendable (_ database: String, _ servedBy: String) async throws -> [String]
}

extension HostingClient: TestDependencyKey {
  public static let testValue = Self()
}

extension DependencyValues {
  /// Opens databases with many libraries.
  public var hosting: HostingClient {
    get { self[HostingClient.self] }
    set { self[HostingClient.self] = newValue }
  }
}
