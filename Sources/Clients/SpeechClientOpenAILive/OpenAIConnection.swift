import Foundation
import LibCurl
import SpeechClient

struct ServerResponse: Sendable {
  var body: [UInt8] = []
  var fields: [String: String] = [:]
  var status = 0
}

struct OpenAIConnection: Sendable {
  let clock: any Clock<Duration>
  let server: OpenAIServer

  /// More than the longest piece of audio can produce.
  static let responseLimit = 8 << 20

  func get(_ path: String) async throws -> ServerResponse {
    let transfer = try transfer("GET", path, [], .none, server.timeout)
    do {
      return try await Self.perform(transfer)
    } catch let failure as CurlFailure {
      throw server.unreachable(failure)
    }
  }

  /// Sends a form, and repeats it after a pause if that may help. Returns the last response.
  func transcribe(_ form: FormBody, lasting sound: Duration) async throws -> ServerResponse {
    let body = CurlTransfer.Body.bytes(form.bytes)
    var attempt = 1
    while true {
      // No usable server takes four times as long as the audio.
      let transfer = try transfer(
        "POST", "/audio/transcriptions", ["Content-Type: \(form.contentType)"], body,
        server.timeout + sound * 4)
      var pause = Duration.seconds(1 << (attempt - 1))
      do {
        let response = try await Self.perform(transfer)
        guard response.isWorthRepeating, attempt < server.attemptLimit
        else { return response }
        if let wanted = response.retryAfter {
          guard wanted <= server.pauseLimit
          else { return response }
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
    _ limit: Duration
  ) throws -> CurlTransfer {
    var limits = CurlTransfer.Limits()
    limits.totalTimeout = Int(limit / .milliseconds(1))
    // Servers send nothing while they transcribe.
    limits.idleTimeout = Int(limit / .milliseconds(1))
    var headers = headers + ["Accept: application/json", "User-Agent: SpeechMemo", "Expect:"]
    if let key = try server.key() { headers.append("Authorization: Bearer \(key)") }
    return CurlTransfer(
      method, server.address + path, headers: headers, body: body, limits: limits,
      caFile: server.authorities)
  }

  private static func perform(_ transfer: CurlTransfer) async throws -> ServerResponse {
    let response = try await transfer.response(onThread: "speech-server")
    let fields = response.head.fields.map { ($0.name.lowercased(), $0.value) }
    return ServerResponse(
      body: try await response.bytes(upTo: responseLimit + 1),
      fields: Dictionary(fields) { _, last in last }, status: response.head.status)
  }
}

extension ServerResponse {
  fileprivate var isWorthRepeating: Bool {
    switch status {
    case 408, 425, 500, 502, 503, 504: true
    case 429: problem?.code != "insufficient_quota"
    default: false
    }
  }

  var retryAfter: Duration? {
    guard let text = fields["retry-after"]?.trimmingCharacters(in: .whitespaces)
    else { return nil }
    if let seconds = Double(text), seconds >= 0, seconds < 1e6 { return .seconds(seconds) }
    return Date(httpText: text).map { .seconds(max(0, $0.timeIntervalSinceNow)) }
  }
}
