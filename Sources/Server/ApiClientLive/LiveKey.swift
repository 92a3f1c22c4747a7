public import ApiClient
import ConcurrencyExtras
import LibCurl
public import Dependencies
import Dispatch
import Foundation
import HTTPMessages

extension ApiClient: DependencyKey {
  /// Loads libcurl on first use. Each request occupies a thread; connections are reused.
  public static var liveValue: Self { live() }

  /// - Parameter idleTimeout: How long a transfer may stall before the server is unreachable.
  public static func live(idleTimeout: Duration = .seconds(120)) -> Self {
    var limits = CurlTransfer.Limits()
    limits.idleTimeout = Int(idleTimeout / .milliseconds(1))
    return Self { [limits] request, server in
      let body = try await request.body.forCurl(request.method)
      return try await server.failing {
        try await CurlTransfer(request, body: body, to: server, limits: limits)
          .response(onThread: "api")
      }.message(from: server)
    }
  }
}

extension CurlTransfer {
  fileprivate convenience init(
    _ request: HTTPRequest, body: Body, to server: ServerAddress, limits: Limits
  ) {
    var headers = request.headers
    headers["User-Agent"] = "SpeechMemo"
    // By default, libcurl makes servers wait before they read the body.
    headers["Expect"] = ""
    if let token = server.token { headers["Authorization"] = "Bearer \(token)" }
    self.init(
      request.method.rawValue, server.base + request.target,
      headers: headers.fields.map { "\($0.name):\($0.value.isEmpty ? "" : " \($0.value)")" },
      body: body, limits: limits, caFile: server.authorities?.path)
  }
}

extension CurlTransfer.Response {
  fileprivate func message(from server: ServerAddress) -> HTTPResponse {
    let headers = HTTPHeaders(head.fields.map { HTTPHeaders.Field(name: $0.name, value: $0.value) })
    return HTTPResponse(
      HTTPStatus(rawValue: head.status), headers: headers,
      content: .stream(
        HTTPBody(byteCount: headers["Content-Length"].flatMap { Int64($0) }) {
          try await server.failing { try await next() }
        }))
  }
}

extension ServerAddress {
  fileprivate func failing<Value: Sendable>(
    _ work: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await work()
    } catch let failure as CurlFailure where failure.isCertificateError {
      throw ApiError.untrusted(server: base, reason: failure.description)
    } catch let failure as CurlFailure {
      throw ApiError.unreachable(
        server: base, reason: failure.description, isTransient: failure.isTransient)
    }
  }
}

extension HTTPBody {
  private static let wholeLimit: Int64 = 1 << 16

  fileprivate func forCurl(_ method: HTTPMethod) async throws -> CurlTransfer.Body {
    if let byteCount, byteCount <= Self.wholeLimit {
      let hasNone = byteCount == 0 && [.get, .head, .delete, .options].contains(method)
      return hasNone ? .none : .bytes(try await bytes(upTo: Int(Self.wholeLimit)))
    }
    return .stream(byteCount: byteCount) { try wait(for: nextPiece) }
  }

  private func nextPiece() async throws -> [UInt8]? {
    var iterator = makeAsyncIterator()
    while let piece = try await iterator.next() {
      if !piece.isEmpty { return Array(piece) }
    }
    return nil
  }
}

/// Blocks the calling thread, so call it only on dedicated threads.
private func wait<Value: Sendable>(
  for work: @escaping @Sendable () async throws -> Value
) throws -> Value {
  let done = DispatchSemaphore(value: 0)
  let result = LockIsolated<Result<Value, any Error>>(.failure(CancellationError()))
  Task {
    do {
      let value = try await work()
      result.setValue(.success(value))
    } catch {
      result.setValue(.failure(error))
    }
    done.signal()
  }
  done.wait()
  return try result.value.get()
}
