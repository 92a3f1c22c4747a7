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
  private static let prefix = "Browser, "
  /// In seconds, the longest that browsers keep a cookie.
  private static let lifetime = 400 * 86_400

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
    to route: SessionRoute, token: AccessToken?, scopes: Set<AccessScope>, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    switch route {
    case .begin: try await begin(token: token, scopes: scopes, request)
    case .end(let isEverywhere):
      try await end(isEverywhere: isEverywhere, token: token, request)
    }
  }

  /// Does nothing without an `Authorization` header: the client is signed in or needs no token.
  private func begin(
    token: AccessToken?, scopes: Set<AccessScope>, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    guard token != nil, request.headers["Authorization"] != nil
    else { return .noContent }
    let name = Self.prefix + now.iso8601
    var number = 1
    while true {
      do {
        let text = try await TokenIssuer().add(
          named: number == 1 ? name : "\(name), \(number)", scopes: scopes)
        return cookie(text, seconds: Self.lifetime, request)
      } catch TokenError.nameTaken where number < 100 {
        number += 1
      }
    }
  }

  private func end(
    isEverywhere: Bool, token: AccessToken?, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    var names: [String] = []
    if isEverywhere {
      names = try await access.tokens().map(\.name).filter { $0.hasPrefix(Self.prefix) }
    } else if let name = token?.name, name.hasPrefix(Self.prefix) {
      names = [name]
    }
    for name in names { _ = try await access.removeToken(name: name) }
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
