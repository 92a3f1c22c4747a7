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

  /// Call for invalid tokens and links only: others share the address. Throws at the limit.
  func countInvalidToken(in request: HTTPRequest) throws(ServerProblem) {
    guard let client = client(of: request)
    else { return }
    try require(invalidTokens?.count(client), "invalid tokens", "from this address")
  }

  /// - Parameter library: The object that stands for the token's library or libraries.
  func countRequest(of token: AccessToken?, in library: AnyObject) throws(ServerProblem) {
    let key = TokenKey(library: ObjectIdentifier(library), token: token?.identity)
    try require(requests?.count(key), "requests", "with this token")
  }

  private func require(
    _ quota: RateQuota?, _ things: String, _ source: String
  ) throws(ServerProblem) {
    guard let quota
    else { return }
    RequestFacts.note { $0.quota = quota }
    guard quota.isAllowed
    else { throw .tooMany(things, source, retryAfter: quota.waitSeconds) }
  }

  /// `nil` for loopback and proxies that hide their clients: one must not lock out the others.
  private func client(of request: HTTPRequest) -> IPAddress? {
    guard let address = IPAddress(request.peer.address), !address.isLoopback,
      !request.isFromProxy(of: proxies)
    else { return nil }
    return address.network
  }
}

/// Adds what the client's limit still allows, so that it can slow down before it is refused.
@Sendable
func addRateLimit(_ request: HTTPRequest, _ next: Responder) async throws -> HTTPResponse {
  var response = try await next(request)
  if let quota = RequestFacts.current?.noted.quota {
    response.headers["RateLimit-Limit"] = "\(quota.limit)"
    response.headers["RateLimit-Remaining"] = "\(quota.remaining)"
    response.headers["RateLimit-Reset"] = "\(quota.waitSeconds)"
  }
  return response
}

extension ServerProblem {
  fileprivate static func tooMany(
    _ things: String, _ source: String, retryAfter seconds: Int64
  ) -> Self {
    var problem = Self(
      .tooManyRequests, .tooManyRequests,
      detail: "too many \(things) \(source): wait for the time in 'Retry-After'")
    problem.headers["Retry-After"] = "\(seconds)"
    return problem
  }
}
