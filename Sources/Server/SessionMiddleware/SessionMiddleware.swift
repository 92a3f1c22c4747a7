public import DatabaseClient
import Dependencies
import Foundation
public import HTTPMessages
import MiddlewareHelpers
public import ServerRouter
public import TokenCore

/// Keeps browsers signed in: each has a token of its own, in a cookie that no script can read and no
/// other site has sent.
public struct SessionMiddleware: Sendable {
  @Dependency(\.database) private var database
  @Dependency(\.date.now) private var now

  private let watch: TokenWatch

  /// - Parameter watch: What ends what goes on under a token that is revoked.
  public init(_ watch: TokenWatch) {
    self.watch = watch
  }

  private static let cookie = "speechmemo"
  /// How the names of browsers' tokens begin.
  private static let prefix = "Browser, "
  /// In seconds: as long as browsers keep a cookie at most.
  private static let lifetime = 400 * 86_400

  /// The token in a request's cookie. Only pages of this server have it sent along.
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

  /// Signs the browser in that shows a token: from then on its cookie allows the same. Who is let in
  /// without a token, or is signed in, stays so.
  public func begin(
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

  /// Signs the browser out, or all of them.
  public func end(
    _ end: SessionEnd, token: AccessToken?, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    var names: [String] = []
    if end.isEverywhere {
      names = try await database.accessTokens().map(\.name).filter { $0.hasPrefix(Self.prefix) }
    } else if let name = token?.name, name.hasPrefix(Self.prefix) {
      names = [name]
    }
    for name in names { _ = try await database.removeAccessToken(name: name) }
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
