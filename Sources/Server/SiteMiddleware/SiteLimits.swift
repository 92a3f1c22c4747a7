import DatabaseClient
import Dependencies
import NetworkAddresses
import HTTPMessages
import RateLimits
import ServerRouter

struct SiteLimits: Sendable {
  private struct TokenKey: Hashable {
    let library: ObjectIdentifier
    let token: AccessToken.Identity?
  }

  private let proxies: [IPNetwork]
  private let requests: RateLimiter<TokenKey>?
  private let invalidTokens: RateLimiter<IPAddress>?

  init(_ config: SiteConfig) {
    @Dependency(\.continuousClock) var clock
    proxies = config.proxies
    requests = config.requestLimit.map { RateLimiter($0, elapsed: clock.stopwatch()) }
    invalidTokens = config.invalidTokenLimit.map { RateLimiter($0, elapsed: clock.stopwatch()) }
  }

  /// Throws if the address has sent too many invalid tokens, even if this one is valid.
  func requireNotBlocked(in request: HTTPRequest) throws(ServerProblem) {
    guard let client = client(of: request)
    else { return }
    if let wait = invalidTokens?.wait(client) { throw Self.tooManyInvalidTokens(wait) }
  }

  func countInvalidToken(in request: HTTPRequest) throws(ServerProblem) {
    guard let client = client(of: request)
    else { return }
    if let wait = invalidTokens?.take(client) { throw Self.tooManyInvalidTokens(wait) }
  }

  func countRequest(of client: AuthorizedClient) throws(ServerProblem) {
    try countRequest(
      under: TokenKey(
        library: ObjectIdentifier(client.library.events), token: client.token?.identity))
  }

  func countRequest(of transcriber: AccessToken, for databaseLibraries: DatabaseLibraries)
    throws(ServerProblem)
  {
    try countRequest(
      under: TokenKey(library: ObjectIdentifier(databaseLibraries), token: transcriber.identity))
  }

  private func countRequest(under key: TokenKey) throws(ServerProblem) {
    guard let wait = requests?.take(key)
    else { return }
    throw ServerProblem(
      .tooManyRequests, "Too many requests",
      detail: "too many requests with this token: wait for the time in 'Retry-After'",
      retryAfter: wait)
  }

  /// The address whose invalid tokens are counted; `nil` for loopback and for proxies that hide
  /// their clients, because one client must not be able to lock out the others.
  private func client(of request: HTTPRequest) -> IPAddress? {
    guard let address = IPAddress(request.peer.address), !address.isLoopback,
      !request.isFromProxy(of: proxies)
    else { return nil }
    return address.network
  }

  private static func tooManyInvalidTokens(_ wait: Duration) -> ServerProblem {
    ServerProblem(
      .tooManyRequests, "Too many invalid tokens",
      detail: "too many invalid tokens from this address: wait for the time in 'Retry-After'",
      retryAfter: wait)
  }
}

extension ServerProblem {
  fileprivate init(
    _ status: HTTPStatus, _ title: String, detail: String, retryAfter: Duration
  ) {
    self.init(status, title, detail: detail)
    self.retryAfter = retryAfter
  }
}

extension Duration {
  var roundedUp: Int64 { components.seconds + (components.attoseconds > 0 ? 1 : 0) }
}
