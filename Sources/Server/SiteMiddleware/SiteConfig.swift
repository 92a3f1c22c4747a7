public import DatabaseClient
public import Foundation
public import HostedLibraries
public import LibraryEvents
public import LibraryFolder
public import MetricsMiddleware
public import NetworkAddresses
import ServerConfigMiddleware
public import SharedSettings
import TokenCore

/// A running site: its libraries, its listeners and its clients; see ``check()``.
public struct SiteConfig: Sendable {
  public struct Library: Sendable {
    public let database: DatabaseClient
    let engine = EngineReport()
    public let events: LibraryEvents
    public let folder: LibraryFolder
    let replies = ReplyCache()
    public let settings: SettingsStore?
    let tokens = TokenCache()
    let tokenWatch: TokenWatch
    let usage = UsageMetrics()

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

  /// Accepted `Host` names, besides IP addresses and `localhost`.
  public var hostNames: Set<String> = []
  /// Allows unencrypted connections beyond this machine.
  public var allowsPlainHTTP = false
  /// Allows local programs to use the first library without a token.
  public var allowsLocalAccessWithoutToken = false
  /// PEM files.
  public var encryption: (certificate: URL, key: URL)?
  public var libraries: [Library]
  public var listener = Listener(port: 8080)
  public let metrics = ServerMetrics()
  public var origins: Set<String> = []
  /// Trusted for `X-Forwarded-*`.
  public var proxies: [IPNetwork] = []
  /// Per token; `nil` for no limit.
  public var requestLimit: RateLimit? = RateLimit(rate: 1_000, burst: 2_000)
  /// Per address; `nil` for no limit.
  public var invalidTokenLimit: RateLimit? = RateLimit(rate: 0.2, burst: 20)
  /// Memos that are transcribed at a time; `nil` for the default.
  public var width: Int?
  public var wyoming: Listener?

  public var databaseLibraries: DatabaseLibraries?

  public init(libraries: [Library], databaseLibraries: DatabaseLibraries? = nil) {
    self.libraries = libraries
    self.databaseLibraries = databaseLibraries
  }

  var openLibraries: [Library] { libraries + (databaseLibraries?.libraries ?? []) }

  /// The server's own metrics, which tokens of a database's libraries don't show.
  func metrics(for library: Library) -> ServerMetrics? {
    libraries.contains { $0.usage === library.usage } ? metrics : nil
  }

  /// The metrics that count what a library's clients, or with `nil` others, use.
  public func usage(of library: Library?) -> [UsageMetrics] {
    [library?.usage ?? metrics.usage] + [databaseLibraries?.usage].compactMap(\.self)
  }
}
