import ApiClient
import Dependencies
import Foundation
import HTTPMessages
import ServerRouter
import SharedModels
import Testing

struct ServerAddressTests {
  @Test(
    "A server address defaults to https",
    arguments: [
      ("https://home.example", "https://home.example", "home.example"),
      ("home.example", "https://home.example", "home.example"),
      ("http://127.0.0.1:8080/", "http://127.0.0.1:8080", "127.0.0.1_8080"),
      ("https://home.example/memos/", "https://home.example/memos", "home.example_memos"),
      ("https://[::1]:8080", "https://[::1]:8080", "___1__8080"),
    ])
  func addresses(text: String, base: String, fileName: String) throws {
    let address = try ServerAddress(text)
    #expect(address.base == base)
    #expect(address.fileName == fileName)
    #expect(address.isPlain == base.hasPrefix("http:"))
  }

  @Test(
    "An invalid address is refused with an example",
    arguments: ["", "https://", "ftp://home.example", "http://a b", "https://me:secret@h", "h?q=1"])
  func none(text: String) {
    let error = #expect(throws: ServerAddress.Invalid.self) { try ServerAddress(text) }
    #expect(
      error?.description.hasPrefix("'\(text)' is not a server address: write it like") == true)
  }
}

struct ServerConnectionTests {
  private func connection(
    _ answer: @escaping @Sendable (HTTPRequest) throws -> HTTPResponse
  ) throws -> ServerConnection {
    try withDependencies {
      $0.apiClient = ApiClient { request, _ in try answer(request) }
    } operation: {
      ServerConnection(try ServerAddress("https://home.example"))
    }
  }

  @Test("An unexpected response is an error: a redirect is reported")
  func redirected() async throws {
    let connection = try connection { _ in
      HTTPResponse(.init(rawValue: 308), headers: ["Location": "https://other.example/api"])
    }
    let error = await #expect(throws: ApiError.self) {
      try await connection.perform(.tokens(.remove("phone")))
    }
    #expect(error?.description.contains("308") == true)
    #expect(error?.description.contains("https://other.example/api") == true)
    #expect(error?.isTransient == false)
  }

  @Test("A proxy whose server is briefly unavailable is retried")
  func gone() async throws {
    let connection = try connection { _ in
      HTTPResponse(.init(rawValue: 502), content: .bytes(Array("<html>".utf8)))
    }
    let error = await #expect(throws: ApiError.self) {
      try await connection.perform(.tokens(.remove("phone")))
    }
    #expect(error?.isTransient == true)
  }

  @Test("A route is printed as the server parses it, and its response decodes")
  func value() async throws {
    let connection = try connection { request in
      #expect(request.method == .get)
      #expect(request.target == "/api/memos?limit=2&tag=a%20b")
      return HTTPResponse(
        headers: ["ETag": "\"x\""], content: .bytes(Array(#"{"memos":[]}"#.utf8)))
    }
    var list = MemoListRequest()
    list.limit = 2
    list.tags = ["a b"]
    let (page, tag) = try await connection.valueAndTag(.memos(.list(list)), as: MemoPage.self)
    #expect(page == MemoPage(memos: []))
    #expect(tag == "\"x\"")
  }

  @Test("A JSON body has a content type")
  func body() async throws {
    let connection = try connection { request in
      #expect(request.headers["Content-Type"] == "application/json")
      return HTTPResponse(.noContent)
    }
    try await connection.perform(.memos(.memo(Recording.mock.id, .change(MemoChange(title: "x")))))
  }

  @Test("A problem response is an error, and any other response is reported as foreign")
  func problems() async throws {
    let problem = try connection { _ in
      HTTPResponse(
        .conflict,
        content: .bytes(
          Array(#"{"title":"Conflicting change","status":409,"detail":"not so"}"#.utf8)))
    }
    await #expect(
      throws: ApiError.problem(
        server: "https://home.example",
        ServerProblem(.conflict, .conflictingChange, detail: "not so"))
    ) {
      try await problem.perform(.jobs(.list(JobListRequest())))
    }
    for answer in [
      HTTPResponse(.notFound, text: "<html>"), HTTPResponse(text: "<html>"),
    ] {
      let other = try connection { _ in answer }
      let error = await #expect(throws: ApiError.self) {
        _ = try await other.value(.jobs(.list(JobListRequest())), as: JobList.self)
      }
      #expect(
        error?.description.contains("https://home.example is not a SpeechMemo server") == true)
    }
  }

  @Test("A rejected certificate is reported with the setting for a private one")
  func untrusted() {
    let error = ApiError.untrusted(server: "https://home.example", reason: "SSL peer certificate")
    #expect(error.description.hasPrefix("the certificate of https://home.example is not trusted"))
    #expect(error.description.contains("SPEECHMEMO_SERVER_CA"))
    #expect(!error.isTransient)
  }

  @Test("A missing token is reported with how to create one")
  func unauthorized() {
    let error = ApiError.problem(
      server: "https://home.example", ServerProblem(.unauthorized, .noToken, detail: "d"))
    #expect(error.description.contains("speechmemo tokens add NAME"))
    #expect(!error.isTransient)
    #expect(
      ApiError.problem(server: "s", ServerProblem(.serviceUnavailable, .libraryBusy, detail: "d"))
        .isTransient)
  }
}
