import ConcurrencyExtras
import Foundation
import HTTPMessages
import HTTPServer
import NetworkAddresses
import POSIX
import Testing

@Suite struct HTTPServerTests {
  @Test func `A request comes as it was sent, and its answer goes back`() async throws {
    try await serving { request in
      HTTPResponse(
        .created, headers: ["X-Name": "value"],
        content: .bytes(
          Array(
            """
            \(request.method.rawValue) \(request.target) \(request.headers["x-what"] ?? "") \
            \(request.peer.address) \(request.peer.isEncrypted)
            """.utf8)))
    } to: { client, _ in
      try await client.send("PATCH /a%2Fb?q=%20 HTTP/1.1\r\nHost: h\r\nX-What: ü\r\n\r\n")
      let reply = try await client.reply()
      #expect(reply.status == 201)
      #expect(reply.head.contains("X-Name: value"))
      #expect(reply.text == "PATCH /a%2Fb?q=%20 ü 127.0.0.1 false")
    }
  }

  @Test func `A request that is waited for keeps no other one of its thread waiting`() async throws
  {
    let gate = Gate()
    var limits = HTTPLimits.patient
    limits.threadCount = 1
    try await serving(limits: limits) { request in
      // One responds at once, on the connection's thread, the other after suspending.
      if request.target == "/later" { await gate.wait() }
      return HTTPResponse(text: request.target)
    } to: { client, server in
      try await client.send("GET /later HTTP/1.1\r\nHost: h\r\n\r\n")
      let other = try RawClient(port: server.port)
      for number in 1...3 {
        try await other.send("GET /\(number) HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(try await other.reply().text == "/\(number)")
      }
      gate.open()
      #expect(try await client.reply().text == "/later")
    }
  }

  @Test func `Requests of one connection are answered in their order`() async throws {
    let gate = Gate()
    try await serving { request in
      // The first is slow, and the others are there already.
      if request.target == "/1" { await gate.wait() } else { gate.open() }
      return HTTPResponse(text: request.target)
    } to: { client, _ in
      gate.open()
      let requests = (1...3).map { "GET /\($0) HTTP/1.1\r\nHost: h\r\n\r\n" }
      try await client.send(requests.joined())
      for number in 1...3 { #expect(try await client.reply().text == "/\(number)") }
      try await client.send("HEAD /head HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
      let reply = try await client.reply(hasBody: false)
      #expect(reply.head.contains("Content-Length: 5"))
      #expect(try await client.readToEnd() == "")
    }
  }

  @Test(arguments: [false, true])
  func `A body is read in pieces, and a large one sent back`(isChunked: Bool) async throws {
    let bytes = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    try await serving { request in
      var (bytes, pieceCount) = ([UInt8](), 0)
      do {
        for try await piece in request.body {
          bytes += piece
          pieceCount += 1
        }
      } catch {
        Issue.record(error)
      }
      #expect(pieceCount > 10)
      return HTTPResponse(content: .bytes(bytes))
    } to: { client, _ in
      let head = "POST / HTTP/1.1\r\nHost: h\r\n"
      async let sent: Void =
        isChunked
        ? client.send(
          Array("\(head)Transfer-Encoding: chunked\r\n\r\n".utf8)
            + stride(from: 0, to: bytes.count, by: 70_000).flatMap { start -> [UInt8] in
              let chunk = bytes[start..<min(start + 70_000, bytes.count)]
              return Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk
                + Array("\r\n".utf8)
            } + Array("0\r\n\r\n".utf8))
        : client.send(Array("\(head)Content-Length: \(bytes.count)\r\n\r\n".utf8) + bytes)
      let reply = try await client.reply()
      try await sent
      #expect(reply.status == 200)
      #expect(reply.body == bytes)
    }
  }

  @Test func `A negative size of a stream counts as unknown`() async throws {
    try await serving { _ in
      HTTPResponse(content: .stream(HTTPBody(byteCount: -1) { nil }))
    } to: { client, _ in
      try await client.send("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n")
      let reply = try await client.reply(hasBody: false)
      #expect(reply.status == 200)
      #expect(!reply.head.contains { $0.hasPrefix("Content-Length") })
    }
  }

  @Test func `A client that waits for leave to send is told no, or to go on`() async throws {
    try await serving { request in
      do {
        return HTTPResponse(text: "\(try await request.body.bytes(upTo: 3).count)")
      } catch {
        return HTTPResponse(.contentTooLarge, text: "too large")
      }
    } to: { client, server in
      let head = "PUT / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length:"
      try await client.send("\(head) 3\r\n\r\n")
      #expect(try await client.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
      try await client.send("abc")
      #expect(try await client.reply().text == "3")

      let other = try RawClient(port: server.port)
      try await other.send("\(head) 200000000\r\n\r\n")
      let reply = try await other.reply()
      #expect(reply.status == 413)
      #expect(reply.text == "too large")
      #expect(try await other.readToEnd() == "")
    }
  }

  @Test func `What is not read of a body does not hold the answer back`() async throws {
    var limits = HTTPLimits.patient
    limits.discardedByteCount = 100_000
    try await serving(limits: limits) { request in
      var pieces = request.body.makeAsyncIterator()
      let first = try? await pieces.next()
      return HTTPResponse(text: "\(first?.first ?? 0)")
    } to: { client, server in
      let head = "PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: "
      try await client.send("\(head)50000\r\n\r\n" + String(repeating: "a", count: 50_000))
      #expect(try await client.reply().text == "97")
      // The connection continues after it.
      try await client.send("\(head)1\r\n\r\nb")
      #expect(try await client.reply().text == "98")

      // More than that is cut off.
      let other = try RawClient(port: server.port)
      async let sent: Void = other.send(
        "\(head)2000000\r\n\r\n" + String(repeating: "a", count: 2_000_000))
      let rest = try? await other.readToEnd()
      #expect(rest?.isEmpty != false)
      try? await sent
    }
  }

  @Test func `A part of a file is sent`() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: UUID().uuidString, directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "sound").path
    try Data("0123456789".utf8).write(to: URL(filePath: path))
    try await serving { _ in
      guard let file = try? Descriptor(path, O_RDONLY)
      else { return HTTPResponse(.notFound) }
      return HTTPResponse(
        .partialContent, headers: ["Content-Range": "bytes 3-6/10"],
        content: .file(HTTPFile(file, offset: 3, byteCount: 4)))
    } to: { client, _ in
      for _ in 1...2 {
        try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        let reply = try await client.reply()
        #expect(reply.status == 206)
        #expect(reply.head.contains("Content-Range: bytes 3-6/10"))
        #expect(reply.text == "3456")
      }
    }
  }

  @Test func `A stream is sent as it is made`() async throws {
    let (pieces, next) = AsyncStream<String>.makeStream()
    try await serving { _ in
      HTTPResponse(
        content: .stream(
          HTTPBody {
            var iterator = pieces.makeAsyncIterator()
            return await iterator.next().map { Array($0.utf8)[...] }
          }))
    } to: { client, _ in
      try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
      next.yield("one")
      #expect(try await client.read(until: "one\r\n").hasSuffix("3\r\none\r\n"))
      next.yield("three")
      #expect(try await client.read(until: "\r\nthree\r\n") == "5\r\nthree\r\n")
      next.finish()
      #expect(try await client.read(until: "0\r\n\r\n") == "0\r\n\r\n")
    }
  }

  @Test func `A stream that breaks off is not taken for whole`() async throws {
    try await serving { _ in
      let isFirst = LockIsolated(true)
      return HTTPResponse(
        content: .stream(
          HTTPBody {
            guard
              isFirst.withValue({ isFirst in
                defer { isFirst = false }
                return isFirst
              })
            else { throw CancellationError() }
            return Array("half".utf8)[...]
          }))
    } to: { client, _ in
      try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
      let rest = try await client.readToEnd()
      #expect(rest.contains("half"))
      #expect(!rest.hasSuffix("0\r\n\r\n"))
    }
  }

  @Test func `A stream is made no faster than it is taken, and ends when its client leaves`()
    async throws
  {
    let madeByteCount = LockIsolated(0)
    let ended = Gate()
    try await serving { _ in
      let guardian = Guardian { ended.open() }
      return HTTPResponse(
        content: .stream(
          HTTPBody {
            madeByteCount.withValue { $0 += 100_000 }
            return withExtendedLifetime(guardian) { ArraySlice(repeating: 0, count: 100_000) }
          }))
    } to: { client, _ in
      try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
      _ = try await client.read(until: "\r\n\r\n")
      client.close()
      await ended.wait()
      // The sockets' buffers, and one chunk.
      #expect(madeByteCount.value < 50_000_000)
    }
  }

  @Test func `A body cannot be read any more when the answer has been given`() async throws {
    let outcome = AsyncStream<String>.makeStream()
    try await serving { request in
      let body = request.body
      return HTTPResponse(
        content: .stream(
          HTTPBody {
            do {
              return try await body.bytes(upTo: 100)[...]
            } catch {
              outcome.continuation.yield("\(error)")
              throw error
            }
          }))
    } to: { client, _ in
      try await client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc")
      _ = try? await client.readToEnd()
      var outcomes = outcome.stream.makeAsyncIterator()
      #expect(await outcomes.next() == "BodyDiscarded()")
    }
  }

  @Test func `A connection can leave HTTP`() async throws {
    try await serving { _ in
      HTTPResponse(
        .switchingProtocols, headers: ["Upgrade": "echo"],
        content: .upgrade { connection in
          while let bytes = try? await connection.read() {
            try? await connection.write(Array("<".utf8) + bytes + Array(">".utf8))
          }
        })
    } to: { client, _ in
      try await client.send(
        "GET / HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\nearly")
      let head = try await client.read(until: "\r\n\r\n")
      #expect(head.hasPrefix("HTTP/1.1 101 "))
      #expect(head.contains("Upgrade: echo\r\n"))
      #expect(try await client.read(until: ">") == "<early>")
      try await client.send("late")
      #expect(try await client.read(until: ">") == "<late>")
      client.close()
    }
  }

  @Test func `An address that cannot be listened on is told`() async throws {
    let server = try HTTPServer(Listener(), limits: .patient) { _ in HTTPResponse() }
    #expect(
      throws: HTTPServerError.cannotListen(
        address: "127.0.0.1:\(server.port)", reason: "Address already in use")
    ) {
      try HTTPServer(Listener(port: server.port)) { _ in HTTPResponse() }
    }
    #expect(throws: HTTPServerError.notAnAddress("home.example")) {
      try HTTPServer(Listener(host: "home.example", port: 0)) { _ in HTTPResponse() }
    }
    #expect(throws: HTTPServerError.cannotStart) {
      try HTTPServer(Listener(), certificate: HTTPCertificate(chain: "no", key: "no")) { _ in
        HTTPResponse()
      }
    }
    await server.stop()
  }
}
