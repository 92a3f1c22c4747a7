import LibCurl
import Foundation
import Testing
import TestWebServer

struct CurlTransferTests {
  /// Performs the transfer on a separate thread.
  private func perform(
    _ transfer: CurlTransfer, limit: Int = .max
  ) async throws -> (head: CurlTransfer.Head?, text: String) {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        var head: CurlTransfer.Head?
        var bytes: [UInt8] = []
        continuation.resume(
          with: Result {
            try transfer.perform {
              head = $0
            } onBytes: {
              bytes += $0
              return bytes.count < limit
            }
            return (head, String(decoding: bytes, as: UTF8.self))
          })
      }
    }
  }

  @Test("A request has its method, headers and body, and its response is complete")
  func exchange() async throws {
    let server = try WebServer(answering: .status(404, text: "nothing here"))
    let (head, text) = try await perform(
      CurlTransfer(
        "PATCH", server.url, headers: ["X-What: ever", "Expect:"], body: .bytes(Array("ä".utf8))))
    #expect(head?.status == 404)
    #expect(head?.fields.contains { $0.name == "Content-Length" && $0.value == "12" } == true)
    #expect(text == "nothing here")
    let request = try #require(server.requests.first)
    #expect(request.line == "PATCH /hook HTTP/1.1")
    #expect(request.headers["x-what"] == "ever")
    #expect(request.body == "ä")
  }

  @Test(
    "A streamed body is sent in chunks, and an error in it ends the transfer")
  func stream() async throws {
    struct Spoiled: Error {}
    let server = try WebServer()
    let pieces = Pieces([Array("one ".utf8), Array("two".utf8)])
    _ = try await perform(
      CurlTransfer(
        "PUT", server.url, headers: ["Expect:"],
        body: .stream(byteCount: 7) { pieces.next() }))
    #expect(server.requests.first?.body == "one two")
    await #expect(throws: Spoiled.self) {
      _ = try await perform(
        CurlTransfer(
          "PUT", server.url, headers: ["Expect:"],
          body: .stream(byteCount: 7) { throw Spoiled() }))
    }
  }

  @Test("A body that is empty is sent as one, and no body as none")
  func empty() async throws {
    let server = try WebServer()
    _ = try await perform(CurlTransfer("POST", server.url, body: .bytes([])))
    _ = try await perform(CurlTransfer("GET", server.url))
    #expect(server.requests.map { $0.headers["content-length"] } == ["0", nil])
  }

  @Test("Redirects are followed only on request, as often as allowed, and on the web only")
  func redirects() async throws {
    let server = try WebServer(
      answering: .status(302), .status(302), .status(200, text: "here"), .status(302),
      .status(302), .status(302),
      .raw("HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n"))
    #expect(try await perform(CurlTransfer("GET", server.url)).head?.status == 302)
    var limits = CurlTransfer.Limits()
    limits.redirects = 2
    let transfer = CurlTransfer("GET", server.url, limits: limits)
    let (head, text) = try await perform(transfer)
    #expect(head?.status == 200 && text == "here")
    #expect(head?.url == "\(server.origin)/elsewhere")
    for _ in 1...2 {
      await #expect(throws: CurlFailure.self) { _ = try await perform(transfer) }
    }
    #expect(server.requests.count == 7)
  }

  @Test("A reader that has enough of a response does not wait for the rest")
  func enough() async throws {
    let server = try WebServer(
      answering: .status(200, text: String(repeating: "x", count: 1 << 22)))
    let (_, text) = try await perform(CurlTransfer("GET", server.url), limit: 10)
    #expect(text.utf8.count < 1 << 22)
  }

  @Test("A failure reports whether a retry may help; cancellation is distinct")
  func failures() async throws {
    let server = try WebServer(answering: .close, .hold)
    var failure = await #expect(throws: CurlFailure.self) {
      _ = try await perform(CurlTransfer("GET", server.url))
    }
    #expect(failure?.isTransient == true)
    failure = await #expect(throws: CurlFailure.self) {
      _ = try await perform(CurlTransfer("GET", "ftp://127.0.0.1/"))
    }
    #expect(failure?.isTransient == false)
    let transfer = CurlTransfer("GET", server.url)
    let outcome = Task { try await perform(transfer) }
    // On a separate thread, because the awaited task needs the threads of tasks.
    Thread.detachNewThread {
      _ = server.requests(waitingFor: 2)
      transfer.cancel()
    }
    await #expect(throws: CancellationError.self) { _ = try await outcome.value }
  }

  @Test("A response is read on demand, and its request ends with its reader")
  func response() async throws {
    let server = try WebServer(
      answering: .status(200, text: "all of it"),
      .raw("HTTP/1.1 200 OK\r\n\r\n", then: .endlessBody),
      .raw("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab"), .close, .hold)
    let whole = try await CurlTransfer("GET", server.url).response(onThread: "test")
    #expect(whole.head.status == 200)
    var text = ""
    while let piece = try await whole.next() { text += String(decoding: piece, as: UTF8.self) }
    #expect(text == "all of it")
    var endless: CurlTransfer.Response? = try await CurlTransfer("GET", server.url)
      .response(onThread: "test")
    let piece = try await endless?.next()
    #expect(piece?.isEmpty == false)
    // The server handles the next request only when this one is no longer read.
    endless = nil
    let broken = try await CurlTransfer("GET", server.url).response(onThread: "test")
    var failure = await #expect(throws: CurlFailure.self) {
      while try await broken.next() != nil {}
    }
    #expect(failure?.isTransient == true)
    failure = await #expect(throws: CurlFailure.self) {
      _ = try await CurlTransfer("GET", server.url).response(onThread: "test")
    }
    #expect(failure?.isTransient == true)
    let waiting = Task { try await CurlTransfer("GET", server.url).response(onThread: "test") }
    Thread.detachNewThread {
      _ = server.requests(waitingFor: 5)
      waiting.cancel()
    }
    await #expect(throws: CancellationError.self) { _ = try await waiting.value }
  }

  @Test("A body is read up to a limit, and the rest is not waited for")
  func limit() async throws {
    let server = try WebServer(
      answering: .status(200, text: "all of it"),
      .raw("HTTP/1.1 200 OK\r\n\r\n", then: .endlessBody))
    func bytes(upTo limit: Int) async throws -> [UInt8] {
      try await CurlTransfer("GET", server.url).response(onThread: "test").bytes(upTo: limit)
    }
    #expect(try await bytes(upTo: 100) == Array("all of it".utf8))
    #expect(try await bytes(upTo: 3).count == 3)
  }

  @Test("A request is signed on demand, without sending the secret")
  func signature() async throws {
    let server = try WebServer()
    let signature = CurlTransfer.Signature(
      keyID: "KEY", secret: "SECRET", region: "eu-north-1", service: "s3")
    _ = try await perform(
      CurlTransfer("GET", server.url, headers: ["X-What: ever"], signature: signature))
    let request = try #require(server.requests.first)
    let field = request.headers["authorization"] ?? ""
    #expect(field.hasPrefix("AWS4-HMAC-SHA256 Credential=KEY/"))
    #expect(
      field.contains("/eu-north-1/s3/aws4_request, SignedHeaders=") && field.contains("x-what"))
    #expect(request.headers["x-amz-date"]?.count == 16)
    #expect(!"\(request)".contains("SECRET") && !"\(signature)".contains("SECRET"))
  }

  @Test("A canceled task does not wait for its thread")
  func cancellation() async throws {
    let server = try WebServer(answering: .hold)
    let waiting = Task { try await CurlTransfer("GET", server.url).response(onThread: "test") }
    Thread.detachNewThread {
      _ = server.requests(waitingFor: 1)
      waiting.cancel()
    }
    await #expect(throws: CancellationError.self) { _ = try await waiting.value }
    // In a task that is canceled already, too.
    await #expect(throws: CancellationError.self) {
      try await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        _ = try await CurlTransfer("GET", server.url).response(onThread: "test")
      }.value
    }
  }

  @Test("Only certificate errors are reported as such, without retries")
  func certificates() async throws {
    let server = try WebServer(answering: .close, .close)
    let address = server.url.replacing("http:", with: "https:")
    var failure = await #expect(throws: CurlFailure.self) {
      _ = try await perform(CurlTransfer("GET", address, caFile: "/nowhere"))
    }
    #expect(failure?.isCertificateError == true)
    #expect(failure?.isTransient == false)
    failure = await #expect(throws: CurlFailure.self) {
      _ = try await perform(CurlTransfer("GET", "ftp://127.0.0.1/"))
    }
    #expect(failure?.isCertificateError == false)
  }

  @Test("Dates of header fields are read, and other texts are not dates")
  func dates() {
    #expect(
      Date(httpText: "Tue, 24 Nov 2026 08:49:37 GMT")
        == Date(timeIntervalSince1970: 1_795_510_177))
    for text in ["", "soon", "Tue, 24 Nox 2026 08:49:37 GMT", "120 km"] {
      #expect(Date(httpText: text) == nil)
    }
  }
}

private final class Pieces: @unchecked Sendable {
  // Unchecked: one thread takes them.
  private var pieces: [[UInt8]]

  init(_ pieces: [[UInt8]]) {
    self.pieces = pieces
  }

  func next() -> [UInt8]? { pieces.isEmpty ? nil : pieces.removeFirst() }
}
