public import DatabaseClient
import Dependencies
import Foundation
public import HTTPMessages
import MiddlewareHelpers
public import ServerRouter
public import TokenCore

/// Signs browsers in with a cookie that scripts can't read and other sites can't send.
public struct SessionMiddleware: Sendable {
  @Dependency(\.database.access) private var access
  @Dependency(\.date.now) private var now

  private let watch: TokenWatch

  public init(_ watch: TokenWatch) {
    self.watch = watch
  }

  private static let cookie = "speechmemo"
  /// In seconds, the longest that browsers keep a cookie.
  private static let lifetime: TimeInterval = 400 * 86_400

  /// Ignores the cookie if another site caused the request.
  public static func token(in request: HTTPRequest) -> String? {
    guard ["same-origin", "none", nil].contains(request.headers["Sec-Fetch-Site"])
    else { return nil }
    for field in request.headers.values(of: "Cookie") {
      for pair in field.split(separator: ";") {
        let parts = pair.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, parts[0].drop(while: \.isWhitespace) == cookie
        else { continue }
        return String(parts[1])
      }
    }
    return nil
  }

  public func respond(
    to route: SessionRoute, token: AccessToken?, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    switch route {
    case .addCode: try await addCode(by: token)
    case .begin: try await begin(by: token, request)
    case .end(let isEverywhere):
      try await end(isEverywhere: isEverywhere, token: token, request)
    }
  }

  private func addCode(by token: AccessToken?) async throws -> HTTPResponse {
    guard let token
    else {
      throw ServerProblem(
        .forbidden, .notAllowed,
        detail: """
          a sign-in code needs a token: create one on the server with 'speechmemo tokens add NAME'
          """)
    }
    guard let (code, secret) = try await SessionIssuer().addCode(by: token)
    else { throw ServerProblem.ended }
    return try .added(
      AddedToken(
        name: code.name, scopes: code.scopes.names, token: secret, expiresAt: code.expiresAt))
  }

  /// Does nothing without an `Authorization` header: the client is signed in or needs no token.
  private func begin(by token: AccessToken?, _ request: HTTPRequest) async throws -> HTTPResponse {
    guard let token, request.headers["Authorization"] != nil
    else { return .noContent }
    do {
      guard let (session, secret) = try await SessionIssuer().addSession(by: token)
      else { throw ServerProblem.ended }
      // Sessions that it replaces have ended.
      await watch.check()
      let rest = session.expiresAt?.timeIntervalSince(now) ?? Self.lifetime
      return cookie(secret, seconds: Int(min(rest, Self.lifetime)), request)
    } catch let error as TokenError {
      throw ServerProblem(error)
    }
  }

  private func end(
    isEverywhere: Bool, token: AccessToken?, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    guard let token
    else { return cookie("", seconds: 0, request) }
    var names: [String] = []
    if isEverywhere, let parent = token.kind == .session ? token.parent : token.name {
      names = try await access.tokens()
        .filter { $0.kind != .token && $0.parent == parent && $0.name != token.name }
        .map(\.name)
    }
    // Last, so that the client can repeat the request if others could not be removed.
    if token.kind == .session { names.append(token.name) }
    do {
      for name in names { _ = try await access.removeToken(name: name) }
    } catch {
      await watch.check()
      throw error
    }
    await watch.check()
    return cookie("", seconds: 0, request)
  }

  private func cookie(_ text: String, seconds: Int, _ request: HTTPRequest) -> HTTPResponse {
    var fields = [
      "\(Self.cookie)=\(text)", "Path=/", "Max-Age=\(seconds)", "HttpOnly", "SameSite=Strict",
    ]
    if request.peer.isEncrypted { fields.append("Secure") }
    return HTTPResponse(
      .noContent,
      headers: ["Cache-Control": "no-store", "Set-Cookie": fields.joined(separator: "; ")])
  }
}

extension ServerProblem {
  fileprivate static var ended: Self {
    var problem = Self(
      .unauthorized, .unknownToken,
      detail: "the token has been revoked, has expired, or was a code that has been used")
    problem.headers["WWW-Authenticate"] = "Bearer"
    return problem
  }
}
