public import HTTPMessages
public import ServerRouter

/// Requests to external audio stores carry neither the token nor the client's other headers.
extension ServerConnection {
  /// Returns a route's content and follows a redirect to a store, forwarding only `Range`. Callers
  /// must check the store's bytes against what the server reports about them.
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
      // An encrypted server must not lead to an unencrypted store.
      address.isPlain || !store.isPlain
    else {
      throw ApiError.incompatibleServer(
        server: address.base, reason: "it refers to an unusable address")
    }
    let response = try await client.send(
      request: HTTPRequest(method, String(url[end...]), headers: headers, body: body), to: store)
    switch response.status {
    case .notFound, .rangeNotSatisfiable:
      throw ApiError.problem(
        server: store.base,
        ServerProblem(response.status, .notFound, detail: "\(store.base) does not have the audio")
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
