import ConcurrencyExtras
import Glibc
import HTTPServer
import POSIX

/// A client that sends a test's bytes verbatim.
final class RawClient: Sendable {
  private let socket: Mutex<Descriptor?>
  private let received = Mutex<[UInt8]>([])

  init(port: UInt16) throws {
    let descriptor = Descriptor(
      owning: try SystemError.check { Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) })
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    try withUnsafePointer(to: &address) {
      try $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        _ = try SystemError.check {
          connect(descriptor.number, address, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
    socket = Mutex(descriptor)
  }

  struct Reply: Equatable {
    var status: Int
    var head: [String]
    var body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
  }

  func send(_ text: String) async throws { try await send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) async throws {
    let number = number
    try await onOwnThread("client") {
      try Descriptor(borrowing: number).sendAll(bytes)
    }
  }

  func close() { socket.withLock { $0 = nil } }

  /// Sends no more, and still receives.
  func closeSending() throws { try SystemError.check { shutdown(number, Int32(SHUT_WR)) } }

  /// Closes the connection in a way that the server can tell from `closeSending()`.
  func reset() throws {
    var atOnce = linger(l_onoff: 1, l_linger: 0)
    try SystemError.check {
      setsockopt(number, SOL_SOCKET, SO_LINGER, &atOnce, socklen_t(MemoryLayout<linger>.size))
    }
    close()
  }

  private var number: Int32 {
    socket.withLock { socket in
      switch socket {
      case .some(let descriptor): descriptor.number
      case nil: -1
      }
    }
  }

  /// The next bytes; empty at the end.
  func read() async throws -> [UInt8] {
    let number = number
    return try await onOwnThread("client") { try Descriptor(borrowing: number).read(upTo: 65_536) }
  }

  /// Everything until the end.
  func readToEnd() async throws -> String {
    while true {
      let bytes = try await read()
      guard !bytes.isEmpty
      else { break }
      received.withLock { $0 += bytes }
    }
    return received.withLock { received in
      defer { received = [] }
      return String(decoding: received, as: UTF8.self)
    }
  }

  /// Everything until a text has come, that one with it.
  func read(until text: String) async throws -> String {
    let end = Array(text.utf8)
    while true {
      let found = received.withLock { received -> String? in
        guard let range = received.firstRange(of: end)
        else { return nil }
        defer { received.removeSubrange(..<range.upperBound) }
        return String(decoding: received[..<range.upperBound], as: UTF8.self)
      }
      if let found { return found }
      let bytes = try await read()
      guard !bytes.isEmpty
      else { throw Ended() }
      received.withLock { $0 += bytes }
    }
  }

  /// A response with a length, or one in chunks.
  func reply(hasBody: Bool = true) async throws -> Reply {
    let lines = try await read(until: "\r\n\r\n").split(separator: "\r\n").map(String.init)
    let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    var reply = Reply(status: status, head: Array(lines.dropFirst()), body: [])
    guard hasBody
    else { return reply }
    let lengths = reply.head.compactMap { line in
      line.hasPrefix("Content-Length: ") ? Int(line.dropFirst(16)) : nil
    }
    if let length = lengths.first {
      reply.body = try await bytes(length)
    } else {
      while let count = Int(try await read(until: "\r\n").dropLast(1), radix: 16), count > 0 {
        reply.body += try await bytes(count)
        _ = try await read(until: "\r\n")
      }
      _ = try await read(until: "\r\n")
    }
    return reply
  }

  func bytes(_ count: Int) async throws -> [UInt8] {
    while received.withLock({ $0.count }) < count {
      let bytes = try await read()
      guard !bytes.isEmpty
      else { throw Ended() }
      received.withLock { $0 += bytes }
    }
    return received.withLock { received in
      defer { received.removeFirst(count) }
      return Array(received.prefix(count))
    }
  }

  struct Ended: Error {}
}

extension Descriptor {
  fileprivate func sendAll(_ bytes: [UInt8]) throws(SystemError) {
    try bytes.withUnsafeBufferPointer { bytes throws(SystemError) in
      try send(UnsafeRawBufferPointer(bytes))
    }
  }
}

extension HTTPLimits {
  /// Without an end to silence: on a busy machine a test may have to wait for its turn for longer
  /// than clients are given.
  static var patient: HTTPLimits {
    var limits = HTTPLimits()
    limits.idleTimeout = 0
    limits.halfClosedTimeout = .seconds(1_000_000)
    limits.headTimeout = .seconds(1_000_000)
    return limits
  }
}
