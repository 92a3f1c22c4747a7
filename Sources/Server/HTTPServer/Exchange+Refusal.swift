import Cmicrohttpd
import Glibc
import HTTPMessages

extension Exchange {
  /// A response to the head alone makes libmicrohttpd close the connection after it.
  func refuse(_ fault: String, on connection: OpaquePointer) -> Bool {
    state.withLock { $0.stage = .answered }
    return MHDResponse(HTTPResponse(.badRequest, text: "\(fault)\n"), for: self)?
      .queue(on: connection) ?? false
  }

  fileprivate var awaitsFirstCall: Bool {
    state.withLock { state in
      guard state.stage == .head, let connection = state.connection
      else { return false }
      return connection_info(connection, .CONNECTION_INFO_REQUEST_HEADER_SIZE) != nil
    }
  }

  fileprivate var isReadingChunks: Bool {
    state.withLock { state in
      state.connection != nil && state.stage == .body && state.upload.missingByteCount == nil
        && !state.isSuspended
    }
  }

  /// Responds, and closes the sending side so that libmicrohttpd can't. Over TLS, it only closes.
  fileprivate func refuseDirectly(_ fault: String) {
    guard let number = state.withLock({ $0.connection.flatMap(socketNumber) })
    else { return }
    if !table.isEncrypted {
      let text = "\(fault)\n"
      let response = """
        HTTP/1.1 400 Bad Request\r
        Connection: close\r
        Content-Type: text/plain; charset=utf-8\r
        Content-Length: \(text.utf8.count)\r
        \r
        \(text)
        """
      _ = OpenSocket(number).writeWithoutWaiting(Array(response.utf8)[...])
    }
    shutdown(number, Int32(SHUT_WR))
  }
}

extension ExchangeTable {
  /// Responds to errors that a lenient libmicrohttpd only logs: it would send its head twice, or a
  /// page for developers, which it still sends while several connections read chunks.
  func respond(toLogged message: String) {
    let fault: String
    let isMeant: (Exchange) -> Bool
    if message.hasPrefix("Failed to parse `Content-Length'")
      || message.hasPrefix("Too large value of 'Content-Length'")
    {
      fault = "Content-Length is not a valid number"
      isMeant = \.awaitsFirstCall
    } else if message.hasPrefix("Error processing request (HTTP response code is 500 ") {
      fault = "the line before a chunk is too long"
      isMeant = \.isReadingChunks
    } else {
      return
    }
    let thread = thread_number()
    let exchanges = inFlight.filter { $0.thread == thread && isMeant($0) }
    if exchanges.count == 1 { exchanges.first?.refuseDirectly(fault) }
  }
}
