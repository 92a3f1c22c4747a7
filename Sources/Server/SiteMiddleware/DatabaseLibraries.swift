import DatabaseClient
public import HostedLibraries
import MetricsMiddleware
import POSIX
import QueueMiddleware
import TokenCore

/// The libraries of a database, opened when a request first shows their token or link.
public final class DatabaseLibraries: Sendable {
  public let hosted: HostedLibraries
  let news: JobNotifications
  private let opened = Mutex<[String: SiteConfig.Library]>([:])
  let usage = UsageMetrics()

  public init(_ hosted: HostedLibraries) {
    self.hosted = hosted
    news = JobNotifications(of: hosted.queue)
  }

  var libraries: [SiteConfig.Library] { opened.withLock { Array($0.values) } }

  func library(
    forToken text: String
  ) async throws -> (library: SiteConfig.Library, token: AccessToken)? {
    guard let opened = try await SecretFinder(in: hosted.libraries).library(forToken: text)
    else { return nil }
    return (try await library(named: opened.library), opened.token)
  }

  func transcriber(withToken text: String) async throws -> AccessToken? {
    try await TranscriberIssuer(in: hosted.libraries).transcriber(withToken: text)
  }

  func library(forLinkSecret secret: String) async throws -> SiteConfig.Library? {
    guard let name = try await SecretFinder(in: hosted.libraries).library(forLinkSecret: secret)
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

  func check() async throws { _ = try await hosted.libraries.shares() }
}
