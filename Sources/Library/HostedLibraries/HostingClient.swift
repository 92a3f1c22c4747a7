public import Dependencies
public import DependenciesMacros
public import LibraryFolder

public struct HostingAddress: Equatable, Sendable {
  /// `s3://BUCKET/PREFIX` or a folder; `nil` for folders of this machine.
  public var audio: String?
  /// An address such as `postgres://speechmemo@db.example/memos`.
  public var database: String

  public init(database: String, audio: String? = nil) {
    self.audio = audio
    self.database = database
  }
}

@DependencyClient
public struct HostingClient: Sendable {
  /// Returns the libraries without connecting. Throws if the address is invalid.
  public var open:
    @Sendable (_ at: HostingAddress, _ below: LibraryFolder) throws -> HostedLibraries

  /// Creates or migrates the tables as their owner, and returns the steps. Servers use `servedBy`.
  public var prepare: @Sendable (_ database: String, _ servedBy: String) async throws -> [String]
}

extension HostingClient: TestDependencyKey {
  public static let testValue = Self()
}

extension DependencyValues {
  public var hosting: HostingClient {
    get { self[HostingClient.self] }
    set { self[HostingClient.self] = newValue }
  }
}
