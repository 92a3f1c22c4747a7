import DatabaseClient
import HTTPMessages
import NetworkAddresses
import ServerRouter
import TokensMiddleware

struct AuthorizedClient: Sendable {
  let library: SiteConfig.Library
  /// Read before any query of the library.
  let revision: Int?
  let scopes: Set<AccessScope>
  /// `nil` for a local program without a token.
  let token: AccessToken?

  static func of(
    _ request: HTTPRequest, config: SiteConfig, limits: SiteLimits
  ) async throws -> Self {
    let isFromPage = request.isFromPage(of: config.origins)
    let fields = request.authorization
    guard !fields.isEmpty
    else {
      guard config.allowsLocalAccessWithoutToken, request.isLocal(behind: config.proxies),
        !isFromPage, let library = config.libraries.first
      else {
        throw ServerProblem.unauthorized(
          .noToken,
          detail: """
            send a token as 'Authorization: Bearer …'; create one on the server with 'speechmemo \
            tokens add NAME'
            """)
      }
      return Self(
        library: library, revision: library.database.revision(), scopes: scopesWithoutToken,
        token: nil)
    }
    guard let text = bearer(in: fields)
    else {
      throw ServerProblem.unauthorized(
        .noToken, detail: "send exactly one header 'Authorization: Bearer …'")
    }
    for library in config.libraries {
      let revision = library.database.revision()
      if let token = try await library.tokens.token(
        matching: text, in: library.database, revision: revision)
      {
        return Self(library: library, revision: revision, token)
      }
    }
    if let found = try await config.databaseLibraries?.library(forToken: text) {
      return Self(
        library: found.library, revision: found.library.database.revision(), found.token)
    }
    if try await config.databaseLibraries?.transcriber(withToken: text) != nil {
      throw ServerProblem(
        .forbidden, .notAllowed,
        detail: "this is a transcriber's token and opens no library: use a token of the library")
    }
    try limits.countInvalidToken(in: request)
    throw ServerProblem.unauthorized(
      .unknownToken,
      detail: """
        the token is not valid here: it may have been revoked or have expired; ask for a new one
        """)
  }

  /// `keep` always requires a token.
  private static let scopesWithoutToken = AccessScope.ofLibraries.subtracting([.keep])

  func require(_ route: ServerRoute) throws {
    if route == .session(.begin), token?.kind == .code { return }
    if let scope = route.scope { try require(scope) }
  }

  func require(_ scope: AccessScope) throws {
    guard !scopes.contains(scope)
    else { return }
    guard token?.kind != .code
    else {
      throw ServerProblem(
        .forbidden, .notAllowed,
        detail: "a sign-in code opens nothing: open the address with the code in a browser")
    }
    throw ServerProblem(
      .forbidden, .notAllowed,
      detail: "the token lacks the scope '\(scope.rawValue)': use one that has it")
  }
}

extension AuthorizedClient {
  fileprivate init(library: SiteConfig.Library, revision: Int?, _ token: AccessToken) {
    // A code has the scopes of the session that it begins.
    self.init(
      library: library, revision: revision, scopes: token.kind == .code ? [] : token.scopes,
      token: token)
  }
}

private func bearer(in fields: [String]) -> String? {
  guard fields.count == 1, let parts = fields.first?.split(separator: " ", maxSplits: 1),
    parts.count == 2, parts[0].lowercased() == "bearer"
  else { return nil }
  return String(parts[1])
}

extension ServerProblem {
  fileprivate static func unauthorized(_ code: ProblemCode, detail: String) -> Self {
    var problem = Self(.unauthorized, code, detail: detail)
    problem.headers["WWW-Authenticate"] = "Bearer"
    return problem
  }
}

extension HTTPRequest {
  var bearerToken: String? { bearer(in: headers.values(of: "Authorization")) }

  /// Browsers can't set the header for websockets, and name a subprotocol or sign in with a cookie.
  fileprivate var authorization: [String] {
    for fields in [headers.values(of: "Authorization"), subprotocolTokens] where !fields.isEmpty {
      return fields
    }
    guard acceptsCookie, let token = SessionMiddleware.token(in: self)
    else { return [] }
    return ["Bearer \(token)"]
  }

  private var acceptsCookie: Bool { path.hasPrefix("/api/") || path == "/v1/realtime" }

  /// Tokens in subprotocol names, as OpenAI's clients send them. Never sent back.
  private var subprotocolTokens: [String] {
    guard path == "/v1/realtime"
    else { return [] }
    let start = "openai-insecure-api-key."
    return headers.list(of: "Sec-WebSocket-Protocol").filter { $0.hasPrefix(start) }
      .map { "Bearer \($0.dropFirst(start.count))" }
  }

  /// `false` for a local proxy, unless it sets none of the usual headers.
  fileprivate func isLocal(behind proxies: [IPNetwork]) -> Bool {
    peer.address.isLoopbackHost
      && !isFromProxy(of: proxies)
      && headers.fields.allSatisfy { !Self.isProxyHeader($0.name.lowercased()) }
  }

  private static func isProxyHeader(_ name: String) -> Bool {
    name.hasPrefix("x-forwarded-") || ["forwarded", "via", "x-real-ip"].contains(name)
  }
}
