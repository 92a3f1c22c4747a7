import HTTPMessages
import HTTPServer
import Testing

/// Valid headers of requests and responses.
@Suite struct HTTPHeadTests {
  /// A test's events, with short names.
  enum Breach: CaseIterable {
    case noHost, wrongLength, longHead, longTarget

    var request: String {
      let long = String(repeating: "y", count: 40_000)
      return switch self {
      case .noHost: "GET / HTTP/1.1\r\n\r\n"
      case .wrongLength: "GET / HTTP/1.1\r\nHost: h\r\nContent-Length: x\r\n\r\n"
      case .longHead: "GET / HTTP/1.1\r\nHost: h\r\nX: \(long)\r\n\r\n"
      case .longTarget: "GET /\(long) HTTP/1.1\r\nHost: h\r\n\r\n"
      }
    }

    var status: Int {
      switch self {
      case .noHost, .wrongLength: 400
      case .longHead: 431
      case .longTarget: 414
      }
    }
  }

  @Test(arguments: Breach.allCases)
  func `What breaks the protocol does not come to the handler`(breach: Breach) async throws {
    try await serving { _ in
      Issue.record("The handler was called.")
      return HTTPResponse()
    } to: { client, _ in
      try await client.send(breach.request)
      #expect(try await client.reply().status == breach.status)
    }
  }

  @Test func `A head has room for what proxies add to it`() async throws {
    try await serving { request in
      HTTPResponse(text: "\(request.headers["Cookie"]?.utf8.count ?? 0)")
    } to: { client, _ in
      let fields = (0..<20).map { "X-Field-\($0): value\r\n" }.joined()
      let cookie = String(repeating: "y", count: 6_000)
      try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\(fields)Cookie: \(cookie)\r\n\r\n")
      #expect(try await client.reply().text == "\(cookie.count)")
    }
  }

  @Test func `A head that cannot be sent is a fault of the server`() async throws {
    try await serving { _ in
      HTTPResponse(headers: ["X": "a\r\nSet-Cookie: b"], content: .bytes([1]))
    } to: { client, _ in
      try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
      let reply = try await client.reply()
      #expect(reply.status == 500)
      #expect(reply.body.isEmpty)
    }
  }
}
