public import DatabaseClient
public import Forwarding
public import HostedLibraries
public import LibraryEvents
public import LibraryFolder
public import MetricsMiddleware
public import RateLimits
import ServerConfigMiddleware
public import SharedSettings
import TokenCore

/// What a site serves, and to whom.
public struct SiteConfig: Sendable {
  /// One library. A token opens the one that has it.
  public struct Library: Sendable {
    public let database: DatabaseClient
    /// Knows what recognizes speech for it.
    let engine = EngineReport()
    /// Tells its clients what changes.
    public let events: LibraryEvents
    public let folder: LibraryFolder
    /// Counts their requests.
    public let metrics = RequestMetrics()
    let replies = ReplyCache()
    /// Where what is set for it is, besides its folder.
    public let settings: SettingsStore?
    /// Knows who may use it.
    let tokens = KnownTokens()
    /// Ends what goes on under a token that is revoked.
    let tokenWatch: TokenWatch

    public init(
      _ folder: LibraryFolder, database: DatabaseClient, settings: SettingsStore? = nil
    ) {
      self.database = database
      events = LibraryEvents(database)
      self.folder = folder
      self.settings = settings
      tokenWatch = TokenWatch(database)
    }

    public init(_ library: HostedLibrary) {
      self.init(library.folder, database: library.database, settings: library.settings)
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
  /// Those whose word is taken for who the client is, and for how it named this machine.
  public var proxies: [IPNetwork] = []
  /// How often a token may be used; `nil` for as often as its client likes.
  public var requestLimit: RateLimit? = RateLimit(rate: 1_000, burst: 2_000)
  /// How often an address may show a token that opens nothing; `nil` for as often as it likes.
  public var wrongTokenLimit: RateLimit? = RateLimit(rate: 0.2, burst: 20)

  /// Libraries that are served besides, each to those that have a token of it.
  public var shelf: SiteShelf?

  public init(libraries: [Library], shelf: SiteShelf? = nil) {
    self.libraries = libraries
    self.shelf = shelf
  }

  /// Those that are open.
  var openLibraries: [Library] { libraries + (shelf?.libraries ?? []) }
}
