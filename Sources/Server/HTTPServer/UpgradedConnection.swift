import Cmicrohttpd
import ConcurrencyExtras
import Dispatch
import Glibc
import HTTPMessages
import POSIX

/// A connection that speaks another protocol now.
final class UpgradedConnection: HTTPConnection {
  private let socket: Int32
  private let handle: UncheckedSendable<OpaquePointer>
  /// What came together with the request.
  private let received: Protected<[UInt8]>

  init(_ socket: Int32, _ handle: OpaquePointer, received: [UInt8]) {
    self.socket = socket
    self.handle = UncheckedSendable(handle)
    self.received = Protected(received)
  }

  func read() async throws -> ArraySlice<UInt8>? {
    let first = received.withLock { received in
      defer { received = [] }
      return received
    }
    if !first.isEmpty { return first[...] }
    var bytes = [UInt8](repeating: 0, count: 16 * 1_024)
    while true {
      try Task.checkCancellation()
      let count = recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      if count > 0 { return bytes[..<count] }
      let code = errno
      if count == 0 || code == ECONNRESET { return nil }
      if code == EINTR { continue }
      guard code == EAGAIN
      else { throw SystemError(code: code) }
      await wait(for: DispatchSource.makeReadSource(fileDescriptor: socket))
    }
  }

  func write(_ bytes: [UInt8]) async throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      try Task.checkCancellation()
      let count = rest.withUnsafeBytes {
        Glibc.send(
          socket, $0.baseAddress, $0.count,
          Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
      }
      let code = errno
      if count >= 0 {
        rest = rest.dropFirst(count)
        continue
      }
      if code == EINTR { continue }
      guard code == EAGAIN
      else { throw SystemError(code: code) }
      await wait(for: DispatchSource.makeWriteSource(fileDescriptor: socket))
    }
  }

  /// Closes it. Nothing may be read or written any more.
  func close() {
    _ = close_upgraded(handle.value)
  }

  /// Waits until the socket is ready, or the task cancelled.
  private func wait(for source: any DispatchSourceProtocol) async {
    let source = UncheckedSendable(source)
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        source.value.setEventHandler { source.value.cancel() }
        // Only when it is told does nobody look at the socket any more.
        source.value.setCancelHandler { continuation.resume() }
        source.value.activate()
      }
    } onCancel: {
      source.value.cancel()
    }
  }
}
