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
