import Foundation
public import HTTPMessages
public import ServerRouter

/// Sound that the server keeps elsewhere, with others who do not know us: they are shown neither the
/// token nor anything else that is not theirs to know.
extension ServerConnection {
  /// Asks for bytes, and where the server names another place that has them, asks there. What comes
  /// from there is to be compared with what the server says of it.
  ///
  /// - Parameter headers: What else to say. Elsewhere it is only said which part is wanted.
  /// - Throws: ``ApiError``.
  public func content(
    of route: ServerRoute, headers: HTTPHeaders = [:]
  ) async throws -> HTTPResponse {
    let data = try router.request(for: route)
    let response = try await client.send(
      request: HTTPRequest(data.method, data.target, headers: headers), to: address)
    guard response.status == .temporaryRedirect, let place = response.headers["Location"]
    else { return try await success(of: response) }
    var wanted: HTTPHeaders = [:]
    if let range = headers["Range"] { wanted["Range"] = range }
    return try await send(.get, place, headers: wanted, body: .empty)
  }

  /// Sends all of an upload to where the server says, past itself.
  ///
  /// - Throws: ``ApiError``.
  public func send(_ body: HTTPBody, by link: UploadLink) async throws {
    var headers: HTTPHeaders = [:]
    for (name, value) in link.headers { headers[name] = value }
    let response = try await send(
      HTTPMethod(rawValue: link.method), link.url, headers: headers, body: body)
    _ = try await response.body.bytes(upTo: 1 << 20)
  }

  private func send(
    _ method: HTTPMethod, _ url: String, headers: HTTPHeaders, body: HTTPBody
  ) async throws -> HTTPResponse {
    guard let start = url.firstRange(of: "://")?.upperBound,
      let end = url[start...].firstIndex(of: "/"),
      let store = try? ServerAddress(String(url[..<end]), authorities: address.authorities),
      // Who encrypts with the server does not go on in the open.
      address.isPlain || !store.isPlain
    else {
      throw ApiError.notOurs(server: address.base, reason: "it refers to an unusable address")
    }
    let response = try await client.send(
      request: HTTPRequest(method, String(url[end...]), headers: headers, body: body), to: store)
    switch response.status {
    case .notFound, .rangeNotSatisfiable:
      throw ApiError.problem(
        server: store.base,
        ServerProblem(response.status, "Not found", detail: "\(store.base) does not have the audio")
      )
    case let status where status.isSuccess:
      return response
    case let status:
      throw ApiError.unreachable(
        server: store.base, reason: "it returned status \(status.rawValue)",
        isTransient: status.rawValue == 429 || status.rawValue >= 500)
    }
  }
}
