import Foundation

/// A local web server with a test's responses, which records its requests.
public final class WebServer: Sendable {
  /// The request.
  public struct Request: Sendable {
    public let line: String
    /// By their names in lower case.
    public let headers: [String: String]
    public let bytes: [UInt8]

    public var body: String { String(decoding: bytes, as: UTF8.self) }
  }

  /// The response.
  public enum Answer: Sendable {
    /// Nothing, with the connection closed.
    case close
    /// A status and a text that is said again and again, without an end.
    case endless(Int, text: String, headers: [String] = [])
    /// Nothing, with the connection open until ``WebServer/release()``.
    case hold
    /// These exact bytes, from the status line on, and then the rest.
    case raw(String, then: Ending = .close)
    case status(Int, text: String = "ok", headers: [String] = [])
  }

  /// The follow-up of an answer.
  public enum Ending: Sendable {
    case close
    /// An endless body, until the client stops reading.
    case endlessBody
    /// Nothing, until ``WebServer/release()``.
    case hold
  }

  public struct NoServer: Error {}

  private struct State {
    var answers: [Answer]
    var held: [Int32] = []
    var requests: [Request] = []
  }

  private let port: UInt16
  private let socket: Int32
  private let state: Guarded<State>

  /// - Parameter answers: What to answer, in turn; status 200 after that.
  public convenience init(answering answers: Answer...) throws {
    try self.init(answering: answers)
  }

  /// - Parameter answers: What to answer, in turn; status 200 after that.
  public init(answering answers: [Answer]) throws {
    let socket = Glibc.socket(
      AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, length) == 0 && listen(socket, 64) == 0
          && getsockname(socket, $0, &length) == 0
      }
    }
    guard isBound
    else { throw NoServer() }
    self.socket = socket
    port = UInt16(bigEndian: address.sin_port)
    let state = Guarded(State(answers: answers))
    self.state = state
    Thread.detachNewThread {
      while true {
        let connection = accept(socket, nil, nil)
        guard connection >= 0
        else {
          // Closed here, not in deinit: this thread would accept connections of another server that
          // reuses the descriptor.
          close(socket)
          return
        }
        Self.serve(connection, state)
      }
    }
  }

  deinit {
    release()
    shutdown(socket, Int32(SHUT_RDWR))
  }

  public var url: String { "\(origin)/hook" }

  /// The location without a path.
  public var origin: String { "http://127.0.0.1:\(port)" }

  public var requests: [Request] { state.with(\.requests) }

  /// Waits, with the thread, until it has been asked so often.
  ///
  /// - Returns: The requests, possibly fewer after a minute.
  public func requests(waitingFor count: Int) -> [Request] {
    state.wait(until: Date(timeIntervalSinceNow: 60)) { $0.requests.count >= count }
    return requests
  }

  /// Closes the connections that are held.
  public func release() {
    for connection in state.with({ state in
      defer { state.held = [] }
      return state.held
    }) { close(connection) }
  }

  private static func serve(_ connection: Int32, _ state: Guarded<State>) {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var request: Request?
    while request == nil {
      let count = read(connection, &buffer, buffer.count)
      guard count > 0
      else { break }
      bytes += buffer[..<count]
      request = parse(bytes)
    }
    guard let request
    else {
      close(connection)
      return
    }
    let answer = state.with { state in
      state.requests.append(request)
      let answer = state.answers.isEmpty ? .status(200) : state.answers.removeFirst()
      switch answer {
      case .hold, .raw(_, then: .hold): state.held.append(connection)
      case .close, .endless, .raw, .status: break
      }
      return answer
    }
    switch answer {
    case .close: close(connection)
    case .hold: break
    case .raw(let text, let ending):
      var isRead = write(Array(text.utf8), to: connection)
      let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
      if case .endlessBody = ending { while isRead { isRead = write(piece, to: connection) } }
      if case .hold = ending { break }
      close(connection)
    case .endless(let status, let text, let headers):
      if write(head(status, headers), to: connection) {
        // The other side has enough at some time.
        while write(Array(text.utf8), to: connection) {}
      }
      close(connection)
    case .status(let status, let text, let headers):
      let place = (300..<400).contains(status) ? ["Location: /elsewhere"] : []
      let length = "Content-Length: \(text.utf8.count)"
      // The other side need not read all of it.
      _ = write(head(status, [length] + place + headers) + Array(text.utf8), to: connection)
      close(connection)
    }
  }

  private static func head(_ status: Int, _ headers: [String]) -> [UInt8] {
    let lines = ["HTTP/1.1 \(status) Said"] + headers + ["Connection: close", "", ""]
    return Array(lines.joined(separator: "\r\n").utf8)
  }

  /// - Returns: Whether the other side has taken all of it.
  private static func write(_ bytes: [UInt8], to connection: Int32) -> Bool {
    var sentCount = 0
    while sentCount < bytes.count {
      let count = bytes[sentCount...].withUnsafeBytes {
        send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0
      else { return false }
      sentCount += count
    }
    return true
  }

  private static func parse(_ bytes: [UInt8]) -> Request? {
    guard let end = Data(bytes).range(of: Data("\r\n\r\n".utf8))
    else { return nil }
    let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
      .components(separatedBy: "\r\n")
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2
      else { continue }
      headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    let body = bytes[end.upperBound...]
    guard body.count >= Int(headers["content-length"] ?? "") ?? 0
    else { return nil }
    return Request(line: lines[0], headers: headers, bytes: Array(body))
  }
}

/// A value that threads share, and can wait for.
private final class Guarded<Value>: @unchecked Sendable {
  // Unchecked for the value, which the condition guards.
  private let condition = NSCondition()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func with<Result>(_ work: (inout Value) -> Result) -> Result {
    condition.lock()
    defer {
      condition.broadcast()
      condition.unlock()
    }
    return work(&value)
  }

  func wait(until end: Date, _ isReady: (Value) -> Bool) {
    condition.lock()
    defer { condition.unlock() }
    while !isReady(value), condition.wait(until: end) {}
  }
}
