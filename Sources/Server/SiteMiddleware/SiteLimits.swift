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
  private let wrongTokens: RateLimiter<IPAddress>?

  init(_ config: SiteConfig) {
    @Dependency(\.continuousClock) var clock
    proxies = config.proxies
    requests = config.requestLimit.map { RateLimiter($0, elapsed: clock.stopwatch()) }
    wrongTokens = config.wrongTokenLimit.map { RateLimiter($0, elapsed: clock.stopwatch()) }
  }

  /// Throws if the address has sent too many invalid tokens, even if this one is valid.
  func requireTrust(in request: HTTPRequest) throws(ServerProblem) {
    guard let client = client(of: request)
    else { return }
    if let wait = wrongTokens?.wait(client) { throw Self.tooManyWrongTokens(wait) }
  }

  func noteWrongToken(in request: HTTPRequest) throws(ServerProblem) {
    guard let client = client(of: request)
    else { return }
    if let wait = wrongTokens?.take(client) { throw Self.tooManyWrongTokens(wait) }
  }

  func noteRequest(of visitor: Visitor) throws(ServerProblem) {
    try noteRequest(
      under: TokenKey(
        library: ObjectIdentifier(visitor.library.events), token: visitor.token?.identity))
  }

  func noteRequest(of transcriber: AccessToken, for shelf: SiteShelf) throws(ServerProblem) {
    try noteRequest(
      under: TokenKey(library: ObjectIdentifier(shelf), token: transcriber.identity))
  }

  private func noteRequest(under key: TokenKey) throws(ServerProblem) {
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

  private static func tooManyWrongTokens(_ wait: Duration) -> ServerProblem {
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
