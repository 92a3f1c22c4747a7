import LibCurl
import POSIX

public enum EventResponse: Sendable {
  case events(ServerEvents)
  case other(ServerResponse)
}

/// The data of server-sent events. Supports one reader at a time.
public final class ServerEvents: Sendable {
  private let response: CurlTransfer.Response
  private let server: OpenAIServer
  private let state = Mutex(EventParser())

  init(_ response: CurlTransfer.Response, of server: OpenAIServer) {
    self.response = response
    self.server = server
  }

  /// The next event's data, or `nil` at the end. Throws ``OpenAIFailure``.
  public func next() async throws -> String? {
    while true {
      if let data = state.withLock({ $0.next() }) { return data }
      do {
        guard let bytes = try await response.next()
        else { return nil }
        try state.withLock { try $0.add(bytes) }
      } catch is EventParser.TooLong {
        throw OpenAIFailure(
          "the \(server.service.name) \(server.name) sent an endless event; check the server")
      } catch let failure as CurlFailure {
        throw server.unreachable(failure)
      }
    }
  }
}

struct EventParser {
  struct TooLong: Error {}

  private static let eventLimit = 1 << 20

  /// The size of the open event's data lines so far.
  private var byteCount = 0
  private var data: [String] = []
  private var events: [String] = []
  private var line: [UInt8] = []

  mutating func add(_ bytes: some Sequence<UInt8>) throws(TooLong) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        endLine()
      } else {
        guard byteCount + line.count < Self.eventLimit
        else { throw TooLong() }
        line.append(byte)
      }
    }
  }

  mutating func next() -> String? { events.isEmpty ? nil : events.removeFirst() }

  private mutating func endLine() {
    var text = String(decoding: line, as: UTF8.self)[...]
    line.removeAll()
    if text.last?.isNewline == true { text.removeLast() }
    if text.isEmpty {
      if !data.isEmpty { events.append(data.joined(separator: "\n")) }
      byteCount = 0
      data = []
    } else if text.hasPrefix("data:") {
      byteCount += text.utf8.count
      text.removeFirst("data:".count)
      data.append(String(text.first == " " ? text.dropFirst() : text))
    }
  }
}
