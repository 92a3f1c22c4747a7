import Glibc
import POSIX

/// A socket that tasks use without blocking threads. The creator closes it after the last use.
package struct OpenSocket: Sendable {
  private let number: Int32

  package init(_ number: Int32) {
    self.number = number
  }

  /// Waits for the next bytes; `nil` at the end. Throws if canceled, without having taken any.
  package func read() async throws -> ArraySlice<UInt8>? {
    var bytes = [UInt8](repeating: 0, count: 16 * 1_024)
    while true {
      try Task.checkCancellation()
      let count = recv(number, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      if count > 0 { return bytes[..<count] }
      let code = errno
      if count == 0 || code == ECONNRESET { return nil }
      if code == EINTR { continue }
      guard code == EAGAIN
      else { throw SystemError(code: code) }
      try await waitForInput()
    }
  }

  /// Returns the number of written bytes, or -1 with an `errno`.
  func writeWithoutWaiting(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.withUnsafeBytes {
      Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
    }
  }

  package func write(_ bytes: [UInt8]) async throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      try Task.checkCancellation()
      let count = writeWithoutWaiting(rest)
      let code = errno
      if count >= 0 {
        rest = rest.dropFirst(count)
        continue
      }
      if code == EINTR { continue }
      guard code == EAGAIN
      else { throw SystemError(code: code) }
      try await DescriptorWaits.shared.wait(for: .output, of: number)
    }
  }

  func accept() async throws -> Descriptor {
    while true {
      try Task.checkCancellation()
      do throws(SystemError) {
        let client = Descriptor(
          owning: try SystemError.check { Glibc.accept(number, nil, nil) })
        // `accept4`, which does both at once, is not visible to Swift.
        try SystemError.check { fcntl(client.number, F_SETFD, FD_CLOEXEC) }
        return client
      } catch {
        switch error.code {
        case EAGAIN, ECONNABORTED, EHOSTDOWN, EHOSTUNREACH, ENETDOWN, ENETUNREACH, ENONET,
          ENOPROTOOPT, EOPNOTSUPP, EPERM, EPROTO:
          // Linux reports errors of the new connection here.
          try await waitForInput()
        default:
          throw error
        }
      }
    }
  }

  package func waitForInput() async throws {
    try await DescriptorWaits.shared.wait(for: .input, of: number)
  }
}
