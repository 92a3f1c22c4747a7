public import DatabaseClient
public import LibraryEvents
public import LibraryFolder
public import MetricsMiddleware

/// What a site serves, and to whom.
public struct SiteConfig: Sendable {
  /// One library. A token opens the one that has it.
  public struct Library: Sendable {
    public let database: DatabaseClient
    /// Tells its clients what changes.
    public let events: LibraryEvents
    public let folder: LibraryFolder
    /// Counts their requests.
    public let metrics = RequestMetrics()

    public init(_ folder: LibraryFolder, database: DatabaseClient) {
      self.database = database
      events = LibraryEvents(database)
      self.folder = folder
    }
  }

  /// The names by which clients know this machine. Addresses in digits, and `localhost`, are always
  /// allowed: no other machine's name can be made to lead to them.
  public var hostNames: Set<String> = []
  /// Whether programs of this machine reach the first library without a token.
  public var isOpenOnLoopback = false
  public var libraries: [Library]
  /// The pages that may use OpenAI's addresses here, such as `app://obsidian.md`.
  public var origins: Set<String> = []
  /// The addresses of those whose word is taken for who the client is.
  public var proxies: Set<String> = []

  public init(libraries: [Library]) {
    self.libraries = libraries
  }
}
