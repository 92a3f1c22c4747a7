import Cmicrohttpd
import HTTPMessages

extension HTTPHeaders {
  init(of connection: OpaquePointer) {
    var headers = HTTPHeaders()
    withUnsafeMutablePointer(to: &headers) { headers in
      _ = MHD_get_connection_values_n(
        connection, .HEADER_KIND,
        { headers, _, name, nameCount, value, valueCount in
          headers?.assumingMemoryBound(to: HTTPHeaders.self).pointee
            .add(text(name, nameCount), text(value, valueCount))
          return .YES
        }, headers)
    }
    self = headers
  }
}

/// HTTP allows bytes that aren't UTF-8; they become U+FFFD.
private func text(_ bytes: UnsafePointer<CChar>?, _ count: Int) -> String {
  String(
    decoding: UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count), as: UTF8.self)
}

func socketNumber(of connection: OpaquePointer) -> Int32? {
  connection_info(connection, .CONNECTION_INFO_CONNECTION_FD)?.pointee.connect_fd
}

func peerAddress(_ connection: OpaquePointer) -> String {
  guard let info = connection_info(connection, .CONNECTION_INFO_CLIENT_ADDRESS)
  else { return "" }
  return text(of: info.pointee.client_addr)
}
