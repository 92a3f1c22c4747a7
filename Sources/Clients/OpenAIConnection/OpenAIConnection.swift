import LibCurl

public struct OpenAIConnection: Sendable {
  public let clock: any Clock<Duration>
  public let server: OpenAIServer

  /// More than any valid response has.
  public static let responseLimit = 8 << 20

  public init(clock: any Clock<Duration>, server: OpenAIServer) {
    self.clock = clock
    self.server = server
  }

  /// Throws ``OpenAIFailure`` without a response.
  public func get(_ path: String) async throws -> ServerResponse {
    let transfer = try transfer(
      "GET", path, [Self.acceptsJSON], .none, idle: server.timeout, total: server.timeout)
    do {
      return try await Self.perform(transfer)
    } catch let failure as CurlFailure {
      throw server.unreachable(failure)
    }
  }

  /// Sends a body, and repeats it after a pause if that may help. Returns the last response.
  public func post(
    _ path: String, _ body: [UInt8], type: String, timeout: Duration
  ) async throws -> ServerResponse {
    try await repeating {
      try await Self.perform(
        transfer(
          "POST", path, [Self.acceptsJSON, "Content-Type: \(type)"], .bytes(body), idle: timeout,
          total: timeout))
    } response: {
      $0
    }
  }

  /// Like ``post(_:_:type:timeout:)``, but returns when the events begin, or all of another reply.
  public func events(
    of path: String, _ body: [UInt8], idleTimeout: Duration, timeout: Duration
  ) async throws -> EventResponse {
    try await repeating {
      let response = try await transfer(
        "POST", path, ["Accept: text/event-stream", "Content-Type: application/json"],
        .bytes(body), idle: idleTimeout, total: timeout
      ).response(onThread: Self.thread)
      let head = ServerResponse(response.head)
      guard head.fields["content-type"]?.lowercased().hasPrefix("text/event-stream") == true,
        response.head.isSuccess
      else {
        return .other(
          ServerResponse(
            response.head, body: try await response.bytes(upTo: Self.responseLimit + 1)))
      }
      return .events(ServerEvents(response, of: server))
    } response: {
      if case .other(let response) = $0 { response } else { nil }
    }
  }

  private func repeating<Result>(
    _ send: () async throws -> Result, response: (Result) -> ServerResponse?
  ) async throws -> Result {
    var attempt = 1
    while true {
      var pause = Duration.seconds(1 << (attempt - 1))
      do {
        let result = try await send()
        guard let response = response(result), response.isWorthRepeating,
          attempt < server.attemptLimit
        else { return result }
        if let wanted = response.retryAfter {
          guard wanted <= server.pauseLimit
          else { return result }
          pause = max(wanted, .milliseconds(100))
        }
      } catch let failure as CurlFailure {
        guard failure.isTransient, attempt < server.attemptLimit
        else { throw server.unreachable(failure) }
      }
      try await clock.sleep(for: pause)
      attempt += 1
    }
  }

  private func transfer(
    _ method: String, _ path: String, _ headers: [String], _ body: CurlTransfer.Body,
    idle: Duration, total: Duration
  ) throws -> CurlTransfer {
    var limits = CurlTransfer.Limits()
    limits.totalTimeout = Int(total / .milliseconds(1))
    limits.idleTimeout = Int(idle / .milliseconds(1))
    var headers = headers + ["User-Agent: SpeechMemo", "Expect:"]
    if let key = try server.key() { headers.append("Authorization: Bearer \(key)") }
    return CurlTransfer(
      method, server.address + path, headers: headers, body: body, limits: limits,
      caFile: server.authorities)
  }

  private static let acceptsJSON = "Accept: application/json"
  private static let thread = "openai-server"

  private static func perform(_ transfer: CurlTransfer) async throws -> ServerResponse {
    let response = try await transfer.response(onThread: thread)
    return ServerResponse(
      response.head, body: try await response.bytes(upTo: responseLimit + 1))
  }
}
