import DatabaseClient
import Dependencies
import HTTPMessages
import NetworkAddresses
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

  /// Only after the token or link was found to be invalid: others at the same address, such as those
  /// behind the same proxy, must not be refused. Throws if the address has sent too many.
  func countInvalidToken(in request: HTTPRequest) throws(ServerProblem) {
    guard let client = client(of: request)
    else { return }
    if let wait = invalidTokens?.take(client) {
      throw .tooMany("invalid tokens", "from this address", retryAfter: wait)
    }
  }

  /// - Parameter library: The object that stands for the token's library or libraries.
  func countRequest(of token: AccessToken?, in library: AnyObject) throws(ServerProblem) {
    let key = TokenKey(library: ObjectIdentifier(library), token: token?.identity)
    guard let wait = requests?.take(key)
    else { return }
    throw .tooMany("requests", "with this token", retryAfter: wait)
  }

  /// `nil` for loopback and proxies that hide their clients: one must not lock out the others.
  private func client(of request: HTTPRequest) -> IPAddress? {
    guard let address = IPAddress(request.peer.address), !address.isLoopback,
      !request.isFromProxy(of: proxies)
    else { return nil }
    return address.network
  }
}

extension ServerProblem {
  fileprivate static func tooMany(
    _ things: String, _ source: String, retryAfter wait: Duration
  ) -> Self {
    var problem = Self(
      .tooManyRequests, "Too many \(things)",
      detail: "too many \(things) \(source): wait for the time in 'Retry-After'")
    let seconds = wait.components.seconds + (wait.components.attoseconds > 0 ? 1 : 0)
    problem.headers["Retry-After"] = "\(seconds)"
    return problem
  }
}
