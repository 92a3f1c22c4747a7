import ConcurrencyExtras
import Foundation
import LibCurl
import POSIX
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
  static let answerLimit = 8 << 20

  func get(_ path: String) async throws -> ServerResponse {
    let transfer = try transfer("GET", path, [], .none, server.timeout)
    do {
      return try await Self.perform(transfer)
    } catch let failure as CurlFailure {
      throw server.unreachable(failure)
    }
  }

  /// Sends a form, and repeats it after a pause if the server is busy or fails, or the connection
  /// breaks. Returns the last answer, whatever its status.
  func post(_ path: String, _ form: FormBody, with sound: Duration) async throws -> ServerResponse {
    let body = CurlTransfer.Body.bytes(form.bytes)
    var attempt = 1
    while true {
      // No usable server takes four times as long as the audio.
      let transfer = try transfer(
        "POST", path, ["Content-Type: \(form.contentType)"], body, server.timeout + sound * 4)
      var pause = Duration.seconds(1 << (attempt - 1))
      do {
        let answer = try await Self.perform(transfer)
        guard answer.isWorthRepeating, attempt < server.attemptLimit
        else { return answer }
        if let wanted = answer.retryAfter {
          guard wanted <= server.pauseLimit
          else { return answer }
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

  /// Throws `CurlFailure`, or `CancellationError` at once; its thread then ends within a second.
  private static func perform(_ transfer: CurlTransfer) async throws -> ServerResponse {
    let waiter = Waiter()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        waiter.wait(continuation)
        do {
          try startThread("speech-server") { waiter.resume(Result { try receive(transfer) }) }
        } catch {
          waiter.resume(.failure(error))
        }
      }
    } onCancel: {
      transfer.cancel()
      waiter.resume(.failure(CancellationError()))
    }
  }

  private static func receive(_ transfer: CurlTransfer) throws -> ServerResponse {
    var answer = ServerResponse()
    try transfer.perform { head in
      answer.status = head.status
      for (name, value) in head.fields { answer.fields[name.lowercased()] = value }
    } onBytes: { bytes in
      answer.body += bytes
      return answer.body.count <= answerLimit
    }
    return answer
  }
}

private final class Waiter: Sendable {
  private enum State: Sendable {
    case ended(Result<ServerResponse, any Error>)
    case none
    case waiting(CheckedContinuation<ServerResponse, any Error>)
    case over
  }

  private let state = LockIsolated(State.none)

  func wait(_ continuation: CheckedContinuation<ServerResponse, any Error>) {
    let result: Result<ServerResponse, any Error>? = state.withValue { state in
      if case .ended(let result) = state {
        state = .over
        return result
      }
      state = .waiting(continuation)
      return nil
    }
    if let result { continuation.resume(with: result) }
  }

  func resume(_ result: Result<ServerResponse, any Error>) {
    let continuation: CheckedContinuation<ServerResponse, any Error>? = state.withValue { state in
      switch state {
      case .none:
        state = .ended(result)
        return nil
      case .waiting(let continuation):
        state = .over
        return continuation
      case .ended, .over: return nil
      }
    }
    continuation?.resume(with: result)
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
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
    return formatter.date(from: text).map { .seconds(max(0, $0.timeIntervalSinceNow)) }
  }
}
