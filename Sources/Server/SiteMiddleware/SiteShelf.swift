import ConcurrencyExtras
import DatabaseClient
public import HostedLibraries
import MetricsMiddleware
import QueueMiddleware
import TokenCore

/// The libraries of a database that a site serves. Which there are it need not know: each is found by
/// what opens it.
public final class SiteShelf: Sendable {
  public let hosted: HostedLibraries
  /// Counts the requests to the whole site.
  let metrics = RequestMetrics()
  /// Tells those who transcribe for all of them when there may be something to be done.
  let news: QueueNews
  /// Those that somebody has opened here, by name.
  private let opened = Protected<[String: SiteConfig.Library]>([:])

  public init(_ hosted: HostedLibraries) {
    self.hosted = hosted
    news = QueueNews(of: hosted.queue)
  }

  /// Those that somebody has opened here.
  var libraries: [SiteConfig.Library] { opened.withLock { Array($0.values) } }

  /// The library that a token opens, and the token.
  func library(
    openedBy text: String
  ) async throws -> (library: SiteConfig.Library, token: AccessToken)? {
    guard let opened = try await SecretFinder(in: hosted.libraries).library(openedBy: text)
    else { return nil }
    return (try await library(named: opened.library), opened.token)
  }

  /// Who shows a token of those that transcribe for all libraries.
  func transcriber(showing text: String) async throws -> AccessToken? {
    try await TranscriberIssuer(in: hosted.libraries).transcriber(showing: text)
  }

  /// The library that has a link with that secret.
  func library(sharedBy secret: String) async throws -> SiteConfig.Library? {
    guard let name = try await SecretFinder(in: hosted.libraries).library(sharedBy: secret)
    else { return nil }
    return try await library(named: name)
  }

  private func library(named name: String) async throws -> SiteConfig.Library {
    if let library = opened.withLock({ $0[name] }) { return library }
    let found = try await hosted.library(named: name)
    return opened.withLock { opened in
      if let library = opened[name] { return library }
      let library = SiteConfig.Library(found)
      opened[name] = library
      return library
    }
  }

  /// Throws where the database cannot be read.
  func check() async throws { _ = try await hosted.libraries.shares() }
}
