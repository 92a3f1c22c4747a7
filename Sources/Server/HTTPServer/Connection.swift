import Cmicrohttpd

func peerAddress(_ connection: OpaquePointer) -> String {
  guard let info = connection_info(connection, .CONNECTION_INFO_CLIENT_ADDRESS)
  else { return "" }
  return text(of: info.pointee.client_addr)
}

func socketNumber(of connection: OpaquePointer) -> Int32? {
  connection_info(connection, .CONNECTION_INFO_CONNECTION_FD)?.pointee.connect_fd
}

/// Libraries before 1.0 accept heads that RFC 9112 forbids, and answer others wrongly.
let parsesLeniently = String(cString: MHD_get_version()).hasPrefix("0.")
