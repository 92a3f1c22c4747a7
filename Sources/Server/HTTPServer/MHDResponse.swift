import Cmicrohttpd
import ConcurrencyExtras
import HTTPMessages
import POSIX

final class MHDResponse: Sendable {
  private let response: UncheckedSendable<OpaquePointer>
  private let status: UInt32

  /// `nil` if memory runs out or a header can't be sent, such as a value with a line break.
  init?(_ response: HTTPResponse, for exchange: Exchange) {
    guard let made = response.content.response(for: exchange)
    else { return nil }
    self.response = UncheckedSendable(made)
    status = UInt32(response.status.rawValue)
    for field in response.headers.fields {
      guard MHD_add_response_header(made, field.name, field.value) == .YES
      else { return nil }
    }
  }

  deinit { MHD_destroy_response(response.value) }

  /// Must be called in a callback on the connection's thread.
  func queue(on connection: OpaquePointer) -> Bool {
    MHD_queue_response(connection, status, response.value) == .YES
  }
}

extension HTTPResponse.Content {
  fileprivate func response(for exchange: Exchange) -> OpaquePointer? {
    switch self {
    case .bytes(let bytes):
      return bytes.withUnsafeBytes { bytes in
        MHD_create_response_from_buffer(
          bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
      }
    case .file(let file):
      // libmicrohttpd closes the descriptor.
      guard let byteCount = UInt64(exactly: file.byteCount),
        let offset = UInt64(exactly: file.offset),
        let descriptor = try? file.duplicate().release()
      else { return nil }
      return MHD_create_response_from_fd_at_offset64(byteCount, descriptor, offset)
    case .stream(let body):
      let exchange = Unmanaged.passRetained(exchange)
      // A database row can have a negative size: treat it as unknown.
      let byteCount = body.byteCount.flatMap { UInt64(exactly: $0) }
      // Responses of unknown size are chunked. The buffer is small: many event streams may be idle.
      return MHD_create_response_from_callback(
        byteCount ?? UInt64.max, byteCount == nil ? 256 : 32 * 1_024,
        readCallback, exchange.toOpaque(), releaseCallback)
    case .upgrade:
      return MHD_create_response_for_upgrade(upgradeCallback, nil)
    }
  }
}

private func readCallback(
  _ exchange: UnsafeMutableRawPointer?, _: UInt64, _ buffer: UnsafeMutablePointer<CChar>?,
  _ byteCount: Int
) -> Int {
  guard let exchange, let buffer
  else { return 0 }
  return Unmanaged<Exchange>.fromOpaque(exchange).takeUnretainedValue()
    .fill(UnsafeMutableRawBufferPointer(start: buffer, count: byteCount))
}

private func releaseCallback(_ exchange: UnsafeMutableRawPointer?) {
  if let exchange { Unmanaged<Exchange>.fromOpaque(exchange).release() }
}

private func upgradeCallback(
  _: UnsafeMutableRawPointer?, _: OpaquePointer?, _ exchange: UnsafeMutableRawPointer?,
  _ received: UnsafePointer<CChar>?, _ byteCount: Int, _ socket: Int32, _ handle: OpaquePointer?
) {
  guard let exchange, let handle
  else { return }
  let bytes = UnsafeRawBufferPointer(start: received, count: byteCount)
  Unmanaged<Exchange>.fromOpaque(exchange).takeUnretainedValue()
    .upgrade(UpgradedConnection(socket, handle, received: Array(bytes)))
}
