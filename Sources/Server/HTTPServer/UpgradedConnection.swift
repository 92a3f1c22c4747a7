import Cmicrohttpd
import ConcurrencyExtras
import HTTPMessages
import POSIX

final class UpgradedConnection: HTTPConnection {
  private let socket: OpenSocket
  private let handle: UncheckedSendable<OpaquePointer>
  private let received: Mutex<[UInt8]>

  init(_ socket: Int32, _ handle: OpaquePointer, received: [UInt8]) {
    self.socket = OpenSocket(socket)
    self.handle = UncheckedSendable(handle)
    self.received = Mutex(received)
  }

  func read() async throws -> ArraySlice<UInt8>? {
    let first = received.withLock { received in
      defer { received = [] }
      return received
    }
    if !first.isEmpty { return first[...] }
    return try await socket.read()
  }

  func write(_ bytes: [UInt8]) async throws { try await socket.write(bytes) }

  func close() {
    _ = close_upgraded(handle.value)
  }
}
