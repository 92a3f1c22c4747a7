import DatabaseClient
import Dependencies
import HTTPMessages
import MiddlewareHelpers
import ServerRouter
import TokenCore

/// Who sends a request, and what they may do in which library.
struct Visitor: Sendable {
  let library: SiteConfig.Library
  /// The token's name, or `nil` for a program of this machine without one.
  let name: String?
  let scopes: Set<AccessScope>

  /// - Throws: A ``ServerProblem`` where who sends it is not known here.
  init(_ request: HTTPRequest, config: SiteConfig) async throws {
    let fields = request.headers.values(of: "Authorization")
    guard let field = fields.first
    else {
      guard config.isOpenOnLoopback, request.isOfThisMachine,
        !Origins.isNamed(request, config: config), let library = config.libraries.first
      else {
        throw ServerProblem(
          .unauthorized, "No token",
          detail: """
            send a token: 'Authorization: Bearer …'; 'speechmemo tokens add NAME' on the server makes \
            one
            """)
      }
      self.init(library: library, name: nil, scopes: Self.scopesWithoutToken)
      return
    }
    let parts = field.split(separator: " ", maxSplits: 1)
    guard fields.count == 1, parts.count == 2, parts[0].lowercased() == "bearer"
    else {
      throw ServerProblem(
        .unauthorized, "No token", detail: "send the token as 'Authorization: Bearer …', once")
    }
    for library in config.libraries {
      let token = try await withDependencies {
        $0.database = library.database
      } operation: {
        try await TokenIssuer().token(shown: String(parts[1]))
      }
      if let token {
        self.init(library: library, name: token.name, scopes: token.scopes)
        return
      }
    }
    throw ServerProblem(
      .unauthorized, "Unknown token",
      detail: "the token opens no library here, or no longer: ask for another one")
  }

  /// All but what is only done where a token says so.
  private static let scopesWithoutToken = Set(AccessScope.allCases).subtracting([.keep])

  private init(library: SiteConfig.Library, name: String?, scopes: Set<AccessScope>) {
    self.library = library
    self.name = name
    self.scopes = scopes
  }

  /// Throws where the visitor may not do that.
  func require(_ scope: AccessScope) throws {
    guard !scopes.contains(scope)
    else { return }
    throw ServerProblem(
      .forbidden, "Not allowed",
      detail: "the token does not allow to \(scope.rawValue): use one that does")
  }
}

extension HTTPRequest {
  /// Whether a program of this machine sends it, and not a proxy for somebody else.
  fileprivate var isOfThisMachine: Bool {
    ["127.0.0.1", "::1", "::ffff:127.0.0.1"].contains(peer.address)
      && headers["Forwarded"] == nil && headers["X-Forwarded-For"] == nil
  }
}
