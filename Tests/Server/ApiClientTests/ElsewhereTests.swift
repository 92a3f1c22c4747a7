import ApiClient
import ConcurrencyExtras
import Dependencies
import Foundation
import HTTPMessages
import ServerRouter
import SharedModels
import Testing

/// Audio that a server keeps in a store.
struct ElsewhereTests {
  private let route = ServerRoute.memos(.memo(Recording.mock.id, .audio))
  /// The request, its recipient and its token.
  private let asked = LockIsolated<[(request: HTTPRequest, server: ServerAddress)]>([])

  private func connection(
    to address: String = "https://home.example", redirecting place: String,
    store answer: HTTPResponse = HTTPResponse(content: .bytes([1, 2]))
  ) throws -> ServerConnection {
    try withDependencies {
      $0.apiClient = ApiClient { [asked] request, server in
        asked.withValue { $0.append((request, server)) }
        return server.base == address
          ? HTTPResponse(.temporaryRedirect, headers: ["Location": place]) : answer
      }
    } operation: {
      ServerConnection(
        try ServerAddress(
          address, token: "secret", authorities: URL(fileURLWithPath: "/ca.pem")))
    }
  }

  @Test("Redirected bytes are fetched from the store without the token")
  func content() async throws {
    let connection = try connection(redirecting: "https://store.example:9000/a%20b/c?X-Amz=1%2F2")
    let response = try await connection.content(
      of: route, headers: ["Range": "bytes=1-", "If-Range": "\"tag\""])
    #expect(try await response.body.bytes(upTo: 9) == [1, 2])
    let (request, server) = try #require(asked.value.last)
    #expect(asked.value.count == 2)
    #expect(server.base == "https://store.example:9000" && server.token == nil)
    #expect(server.authorities?.path == "/ca.pem")
    #expect(request.method == .get && request.target == "/a%20b/c?X-Amz=1%2F2")
    #expect(request.headers["Range"] == "bytes=1-" && request.headers["If-Range"] == nil)
  }

  @Test("Bytes without a redirect come from the server")
  func here() async throws {
    let connection = try withDependencies {
      $0.apiClient = ApiClient { _, _ in HTTPResponse(content: .bytes([3])) }
    } operation: {
      ServerConnection(try ServerAddress("https://home.example"))
    }
    let response = try await connection.content(of: route)
    #expect(try await response.body.bytes(upTo: 9) == [3])
  }

  @Test(
    "Redirects from https to http, and invalid ones, are refused",
    arguments: [
      "http://store.example/a", "/elsewhere", "ftp://store.example/a", "https://u@s/a", "",
    ])
  func refused(place: String) async throws {
    let connection = try connection(redirecting: place)
    let error = await #expect(throws: ApiError.self) { try await connection.content(of: route) }
    #expect(
      error
        == .incompatibleServer(
          server: "https://home.example", reason: "it refers to an unusable address"))
    #expect(asked.value.count == 1)
    let plain = try self.connection(to: "http://home.example", redirecting: "http://s.example/a")
    _ = try await plain.content(of: route)
  }

  @Test("A failed download from the store reports whether to retry")
  func failures() async throws {
    for (status, isTransient) in [(403, false), (429, true), (503, true)] {
      let connection = try connection(
        redirecting: "https://store.example/a",
        store: HTTPResponse(HTTPStatus(rawValue: status)))
      await #expect(
        throws: ApiError.unreachable(
          server: "https://store.example", reason: "it returned status \(status)",
          isTransient: isTransient)
      ) {
        try await connection.content(of: route)
      }
    }
    let connection = try connection(
      redirecting: "https://store.example/a", store: HTTPResponse(.notFound))
    let error = await #expect(throws: ApiError.self) { try await connection.content(of: route) }
    guard case .problem(_, let problem)? = error
    else { throw Nothing() }
    #expect(problem.status == .notFound)
  }

  private struct Nothing: Error {}

  @Test("An upload to a link sends the headers it requires and nothing else")
  func send() async throws {
    let connection = try connection(redirecting: "")
    let link = UploadLink(
      "PUT", "https://store.example/a?b=c", headers: ["x-amz-checksum-sha256": "sum"],
      expiresAt: Date(timeIntervalSince1970: 1))
    try await connection.send(HTTPBody([7]), by: link)
    let (request, server) = try #require(asked.value.first)
    #expect(server.base == "https://store.example" && server.token == nil)
    #expect(request.method == .put && request.target == "/a?b=c")
    #expect(request.headers["x-amz-checksum-sha256"] == "sum")
    #expect(try await request.body.bytes(upTo: 9) == [7])
  }
}
