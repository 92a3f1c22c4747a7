import HTTPMessages
import HTTPServer
import Testing

/// Where a request ends: what other programs could understand differently is refused.
@Suite struct HTTPFramingTests {
  struct Sample: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bytes: [UInt8]

    init(_ name: String, _ text: String) {
      testDescription = name
      bytes = Array(text.utf8)
    }

    /// A request with the lines in its head.
    static func post(_ name: String, _ lines: String, body: String = "hello") -> Self {
      Self(name, "POST / HTTP/1.1\r\nHost: h\r\n\(lines)\r\n\r\n\(body)")
    }
  }

  static let refused: [Sample] = [
    .post("two lengths", "Content-Length: 5\r\nContent-Length: 6"),
    .post("the same length twice", "Content-Length: 5\r\nContent-Length: 5"),
    .post("a list of lengths", "Content-Length: 5, 5"),
    .post("two numbers", "Content-Length: 5 5"),
    .post("a sign", "Content-Length: +5"),
    .post("a negative length", "Content-Length: -1"),
    .post("an empty length", "Content-Length:"),
    .post("a hexadecimal length", "Content-Length: 0x5"),
    .post("a length beyond 64 bits", "Content-Length: 99999999999999999999"),
    .post("a space before the colon", "Content-Length : 5"),
    .post("a tab before the colon", "Transfer-Encoding\t: chunked"),
    .post("a space in a name", "Content Length: 5"),
    .post("an empty name", ": 5"),
    .post("a length and a coding", "Content-Length: 5\r\nTransfer-Encoding: chunked"),
    .post("a coding and a length", "Transfer-Encoding: chunked\r\nContent-Length: 5"),
    .post("two codings", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked"),
    .post("a list of codings", "Transfer-Encoding: gzip, chunked"),
    .post("an unknown coding", "Transfer-Encoding: xchunked"),
    .post("no coding", "Transfer-Encoding: identity"),
    .post("a coding with a space", "Transfer-Encoding: chunked "),
    Sample(
      "a coding of HTTP/1.0", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    .post("a NUL in a value", "X: a\0b"),
    .post("a NUL that hides a field", "X: a\0Content-Length: 5"),
    .post("a NUL at the end of a value", "X: a\0"),
    Sample("a NUL in the method", "GE\0T / HTTP/1.1\r\nHost: h\r\n\r\n"),
    Sample("a NUL in the target", "GET /a\0b HTTP/1.1\r\nHost: h\r\n\r\n"),
    Sample("a NUL at the end of the target", "GET /a\0 HTTP/1.1\r\nHost: h\r\n\r\n"),
    .post("a CR in a value", "X: a\rContent-Length: 5"),
    .post("a CR at the end of a value", "X: a\r"),
    .post("a CR in a name", "X\rContent-Length: 5"),
    Sample("a CR in the target", "GET /a\rb HTTP/1.1\r\nHost: h\r\n\r\n"),
    .post("another control character", "X: a\u{B}b"),
    .post("a folded line", "X: a\r\n b"),
    .post("a line folded with a tab", "X: a\r\n\tContent-Length: 5"),
    Sample("a first line that is folded", "GET / HTTP/1.1\r\n X: a\r\nHost: h\r\n\r\n"),
    Sample("a space in the target", "GET /a b HTTP/1.1\r\nHost: h\r\n\r\n"),
    Sample("no host", "GET / HTTP/1.1\r\n\r\n"),
    Sample("two hosts", "GET / HTTP/1.1\r\nHost: h\r\nHost: h\r\n\r\n"),
    Sample("two hosts of HTTP/1.0", "GET / HTTP/1.0\r\nHost: h\r\nHost: g\r\n\r\n"),
  ]

  @Test(arguments: refused)
  func `An ambiguous head gets one response, and the connection closes`(
    sample: Sample
  ) async throws {
    try await serving { _ in
      Issue.record("The handler was called.")
      return HTTPResponse()
    } to: { client, _ in
      try await client.send(sample.bytes + Array("GET /next HTTP/1.1\r\nHost: h\r\n\r\n".utf8))
      let received = try await client.readToEnd()
      #expect(received.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
      #expect(received.contains("Connection: close\r\n"))
      #expect(received.ranges(of: "HTTP/1.1").count == 1, "\(received)")
    }
  }

  static let accepted: [Sample] = [
    Sample("HTTP/1.0 without a host", "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"),
    Sample("no space after the colon", "GET / HTTP/1.1\r\nHost:h\r\n\r\n"),
    Sample("spaces around values", "GET / HTTP/1.1\r\nHost: \t h\r\nX:  a \t\r\n\r\n"),
    Sample("empty values", "GET / HTTP/1.1\r\nHost: h\r\nX:\r\nY: \r\n\r\n"),
    Sample("a field twice", "GET / HTTP/1.1\r\nHost: h\r\nVia: a\r\nVia: b\r\n\r\n"),
    Sample("cookies", "GET / HTTP/1.1\r\nHost: h\r\nCookie: a=\"b\"; c=d\r\n\r\n"),
    Sample("a query", "GET /?a=b+c&d=%00&&=e# HTTP/1.1\r\nHost: h\r\n\r\n"),
    Sample("UTF-8", "GET /ü?ü HTTP/1.1\r\nHost: h\r\nX: ü\r\n\r\n"),
    Sample("lines that end in LF", "GET / HTTP/1.1\nHost: h\nX: a\n\n"),
    Sample("an empty line before", "\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n"),
    .post("a length", "Content-Length: 5"),
    .post("a length of zeros", "Content-Length: 00", body: ""),
    .post("chunks", "Transfer-Encoding: Chunked", body: "5;a=b\r\nhello\r\n0\r\nX: y\r\n\r\n"),
    .post("a tab before a coding", "Transfer-Encoding:\tchunked", body: "0\r\n\r\n"),
  ]

  @Test(arguments: accepted)
  func `A valid head is accepted, in one piece or byte by byte`(sample: Sample) async throws {
    try await serving { request in
      HTTPResponse(text: "\(request.target.hasPrefix("/"))")
    } to: { client, _ in
      try await client.send(sample.bytes)
      #expect(try await client.reply().text == "true")
      for byte in sample.bytes { try await client.send([byte]) }
      #expect(try await client.reply().text == "true")
    }
  }

  @Test func `A chunk extension that is too long is the client's fault`() async throws {
    try await serving { request in
      _ = try? await request.body.bytes(upTo: 100)
      return HTTPResponse()
    } to: { client, _ in
      let extended = "5;" + String(repeating: "x", count: 20_000) + "\r\nhello\r\n0\r\n\r\n"
      // The connection may close before all is sent.
      try? await client.send(
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n\(extended)")
      let reply = try await client.reply()
      #expect(reply.status == 400)
      #expect(reply.head.contains("Connection: close"))
      #expect(reply.text == "the line before a chunk is too long\n")
    }
  }

  @Test(arguments: [
    Sample.post("a length", "Content-Length: 5"),
    .post("chunks", "Transfer-Encoding: chunked", body: "5\r\nhello\r\n0\r\n\r\n"),
  ])
  func `A small body that is not needed leaves the connection open`(
    sample: Sample
  ) async throws {
    try await serving { _ in
      HTTPResponse(.unauthorized, text: "no")
    } to: { client, _ in
      for _ in 1...2 {
        try await client.send(sample.bytes)
        let reply = try await client.reply()
        #expect(reply.status == 401)
        #expect(!reply.head.contains("Connection: close"))
      }
    }
  }

  @Test func `A large body that is not needed is not waited for`() async throws {
    try await serving { _ in
      HTTPResponse(.unauthorized, text: "no")
    } to: { client, _ in
      try await client.send(
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 200000000\r\n\r\nhello")
      let reply = try await client.reply()
      #expect(reply.status == 401)
      #expect(reply.head.contains("Connection: close"))
    }
  }
}
