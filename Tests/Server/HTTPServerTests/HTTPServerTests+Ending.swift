import Foundation
import HTTPMessages
import HTTPServer
import NetworkAddresses
import Testing

extension HTTPServerTests {
  @Test(arguments: [false, true])
  func `A handler is cancelled when its client leaves`(isReset: Bool) async throws {
    let (begun, ended) = (Gate(), Gate())
    var limits = HTTPLimits.patient
    if !isReset { limits.halfClosedTimeout = .zero }
    try await serving(limits: limits) { _ in
      begun.open()
      try? await Task.sleep(for: .seconds(1_000_000))
      ended.open()
      return HTTPResponse()
    } to: { client, _ in
      try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
      await begun.wait()
      if isReset { try client.reset() } else { client.close() }
      await ended.wait()
    }
  }

  @Test func `Open connections are counted`() async throws {
    let connections = HTTPConnectionCount()
    let server = try HTTPServer(
      Listener(), limits: .patient, connections: connections
    ) { _ in HTTPResponse(text: "\(connections.value)") }
    #expect(connections.value == 0)
    var clients: [RawClient] = []
    for count in 1...2 {
      let client = try RawClient(port: server.port)
      try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(try await client.reply().text == "\(count)")
      clients.append(client)
    }
    await server.stop(gracePeriod: .zero)
    #expect(connections.value == 0)
  }

  @Test func `A server can be stopped while clients connect`() async throws {
    for _ in 1...100 {
      let connections = HTTPConnectionCount()
      let server = try HTTPServer(
        Listener(), limits: .patient, connections: connections
      ) { _ in HTTPResponse() }
      await withDiscardingTaskGroup { group in
        for _ in 1...4 { group.addTask { _ = try? RawClient(port: server.port) } }
        group.addTask { await server.stop(gracePeriod: .zero) }
      }
      #expect(connections.value == 0)
    }
  }

  @Test(arguments: [
    HTTPFramingTests.Sample("no body", "GET / HTTP/1.1\r\nHost: h\r\n\r\n"),
    .post(
      "a length", "Content-Length: 40000", body: String(repeating: "x", count: 40_000)),
    .post("chunks", "Transfer-Encoding: chunked", body: "5\r\nhello\r\n0\r\n\r\n"),
  ])
  func `A client that has closed its sending side gets its response`(
    sample: HTTPFramingTests.Sample
  ) async throws {
    let (begun, goOn) = (Gate(), Gate())
    var limits = HTTPLimits.patient
    limits.threadCount = 1
    try await serving(limits: limits) { request in
      begun.open()
      await goOn.wait()
      let body = try? await request.body.bytes(upTo: 50_000)
      return HTTPResponse(text: "\(body?.count ?? -1)")
    } to: { idle, server in
      // libmicrohttpd treats the connection that has been idle longest differently.
      try await idle.send("G")
      let client = try RawClient(port: server.port)
      try await client.send(sample.bytes)
      try client.closeSending()
      await begun.wait()
      goOn.open()
      let byteCount = ["no body": 0, "a length": 40_000, "chunks": 5][sample.testDescription]
      #expect(try await client.reply().text == "\(byteCount ?? -1)")
      #expect(try await client.readToEnd() == "")
    }
  }

  @Test(arguments: ["", "GET / HT", "GET / HTTP/1.1\r\nHost: h\r\nX"])
  func `A head that does not come to its end in time is given up`(begin: String) async throws {
    var limits = HTTPLimits.patient
    limits.headTimeout = .zero
    try await serving(limits: limits) { _ in
      Issue.record("The handler was called.")
      return HTTPResponse()
    } to: { client, _ in
      // The connection may be closed before.
      try? await client.send(begin)
      #expect((try? await client.readToEnd())?.isEmpty != false)
    }
  }

  @Test func `A server that stops lets what it answers come to its end`() async throws {
    let (begun, goOn) = (Gate(), Gate())
    let server = try HTTPServer(Listener(), limits: .patient) { _ in
      begun.open()
      await goOn.wait()
      return HTTPResponse(text: "whole")
    }
    let client = try RawClient(port: server.port)
    try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
    await begun.wait()
    async let stopped: Void = server.stop(gracePeriod: .seconds(1_000_000))
    while (try? RawClient(port: server.port)) != nil {
      try? await Task.sleep(for: .milliseconds(2))
    }
    goOn.open()
    let reply = try await client.reply()
    #expect(reply.text == "whole")
    #expect(reply.head.contains("Connection: close"))
    await stopped
    #expect(try await client.readToEnd() == "")
  }

  @Test func `A server that stops cancels what takes too long, whatever it does`() async throws {
    let (begun, reading, streaming) = (Gate(), Gate(), Gate())
    let server = try HTTPServer(Listener(), limits: .patient) { request in
      switch request.target {
      case "/read":
        reading.open()
        _ = try? await request.body.bytes(upTo: 100)
        return HTTPResponse()
      case "/stream":
        return HTTPResponse(
          content: .stream(
            HTTPBody {
              streaming.open()
              try await Task.sleep(for: .seconds(1_000_000))
              return nil
            }))
      default:
        begun.open()
        try? await Task.sleep(for: .seconds(1_000_000))
        return HTTPResponse()
      }
    }
    var clients: [RawClient] = []
    for request in ["GET /", "POST /read", "GET /stream"] {
      let client = try RawClient(port: server.port)
      try await client.send("\(request) HTTP/1.1\r\nHost: h\r\n")
      try await client.send(request.hasPrefix("POST") ? "Content-Length: 10\r\n\r\n" : "\r\n")
      clients.append(client)
    }
    let half = try RawClient(port: server.port)
    try await half.send("GET / HTTP/1.1\r\n")
    for gate in [begun, reading, streaming] { await gate.wait() }
    await server.stop(gracePeriod: .zero)
    for client in clients + [half] { _ = try? await client.readToEnd() }
  }
}
