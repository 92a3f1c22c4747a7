import ApiClient
import ApiClientLive
import ConcurrencyExtras
import Foundation
import HTTPMessages
import HTTPServer
import NetworkAddresses
import Testing

struct ApiClientLiveTests {
  // The server's answer waits for its turn among all tests, however long that is.
  private let client = ApiClient.live(idleTimeout: .seconds(3_600))

  private func serving(
    _ handler: @escaping HTTPServer.Handler, to body: (ServerAddress) async throws -> Void
  ) async throws {
    let server = try HTTPServer(Listener(), handler: handler)
    do {
      try await body(try ServerAddress("http://127.0.0.1:\(server.port)", token: "secret"))
    } catch {
      await server.stop(gracePeriod: .zero)
      throw error
    }
    await server.stop(gracePeriod: .zero)
  }

  private func text(_ response: HTTPResponse) async throws -> String {
    String(decoding: try await response.body.bytes(upTo: 1 << 24), as: UTF8.self)
  }

  @Test("A request arrives unchanged with the token, and its response returns")
  func exchange() async throws {
    try await serving { request in
      let body = (try? await request.body.bytes(upTo: 100)) ?? []
      return HTTPResponse(
        .created, headers: ["X-Name": "value"],
        content: .bytes(
          Array(
            """
            \(request.method.rawValue) \(request.target) \
            \(request.headers["Authorization"] ?? "") \(String(decoding: body, as: UTF8.self))
            """.utf8)))
    } to: { server in
      let response = try await client.send(
        request: HTTPRequest(.post, "/a%2Fb?q=1", body: HTTPBody(Array("body".utf8))), to: server)
      #expect(response.status == .created)
      #expect(response.headers["x-name"] == "value")
      #expect(try await text(response) == "POST /a%2Fb?q=1 Bearer secret body")
      for method in [HTTPMethod.get, .delete, .patch] {
        let response = try await client.send(request: HTTPRequest(method, "/"), to: server)
        #expect(try await text(response).hasPrefix(method.rawValue))
      }
      let head = try await client.send(request: HTTPRequest(.head, "/"), to: server)
      #expect(head.status == .created)
      #expect(try await text(head) == "")
    }
  }

  @Test("Large bodies are streamed in both directions")
  func large() async throws {
    let size = 5 << 20
    try await serving { request in
      let sent = (try? await request.body.bytes(upTo: 1 << 24)) ?? []
      return HTTPResponse(content: .bytes(sent))
    } to: { server in
      let count = LockIsolated(0)
      let body = HTTPBody(byteCount: Int64(size)) {
        let piece = count.withValue { count in
          defer { count += 1 << 16 }
          return min(1 << 16, size - count)
        }
        return piece > 0 ? [UInt8](repeating: 7, count: piece)[...] : nil
      }
      let response = try await client.send(request: HTTPRequest(.put, "/", body: body), to: server)
      let bytes = try await response.body.bytes(upTo: 1 << 24)
      #expect(bytes.count == size)
      #expect(bytes.allSatisfy { $0 == 7 })
    }
  }

  @Test("An endless response streams, and ends when its reader stops")
  func endless() async throws {
    let (left, tellLeft) = AsyncStream<Void>.makeStream()
    try await serving { _ in
      let end = AtEnd { tellLeft.finish() }
      return HTTPResponse(
        content: .stream(
          HTTPBody {
            withExtendedLifetime(end) { [UInt8](repeating: 1, count: 1 << 16)[...] }
          }))
    } to: { server in
      do {
        let response = try await client.send(request: HTTPRequest(.get, "/"), to: server)
        var count = 0
        for try await piece in try response.body {
          count += piece.count
          if count > 1 << 22 { break }
        }
        #expect(count > 1 << 22)
      }
      // The test would not end if the server went on.
      for await _ in left {}
    }
  }

  @Test("An unreachable server is one line")
  func unreachable() async throws {
    let port = LockIsolated("")
    try await serving { _ in
      HTTPResponse()
    } to: {
      port.setValue($0.base)
    }
    let error = await #expect(throws: ApiError.self) {
      _ = try await client.send(
        request: HTTPRequest(.get, "/"), to: try ServerAddress(port.value))
    }
    #expect(error?.isTransient == true)
    #expect(error?.description.contains("\(port.value) cannot be reached (") == true)
  }

  @Test("A request that is canceled ends")
  func cancelled() async throws {
    let (asked, tellAsked) = AsyncStream<Void>.makeStream()
    try await serving { _ in
      tellAsked.finish()
      let (never, end) = AsyncStream<Never>.makeStream()
      for await _ in never {}
      end.finish()
      return HTTPResponse()
    } to: { server in
      let task = Task { try await client.send(request: HTTPRequest(.get, "/"), to: server) }
      for await _ in asked {}
      task.cancel()
      await #expect(throws: CancellationError.self) { _ = try await task.value }
    }
  }
}

/// Reports the release of an object.
private final class AtEnd: Sendable {
  private let tell: @Sendable () -> Void

  init(_ tell: @escaping @Sendable () -> Void) {
    self.tell = tell
  }

  deinit { tell() }
}
