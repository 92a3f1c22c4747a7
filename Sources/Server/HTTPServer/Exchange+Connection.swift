import Cmicrohttpd
import Glibc
import HTTPMessages

/// What the thread that serves the connection calls.
extension Exchange {
  var hasHead: Bool { state.withLock { $0.stage != .head } }

  /// The head of the request has come: the handler starts.
  func start(_ connection: OpaquePointer, method: String) {
    let headers = HTTPHeaders(of: connection)
    let hasBody =
      headers["Transfer-Encoding"] != nil || headers["Content-Length"].map { $0 != "0" } ?? false
    let body = HTTPBody(byteCount: headers["Content-Length"].flatMap(Int64.init)) { [weak self] in
      try await self?.nextPiece()
    }
    let request = HTTPRequest(
      HTTPMethod(rawValue: method), target, headers: headers, body: hasBody ? body : .empty,
      peer: HTTPPeer(address: peerAddress(connection), isEncrypted: table.isEncrypted))
    state.withLock { $0.stage = hasBody ? .beforeBody : .withoutBody }
    table.noteHandling()
    // What is answered at once is sent without the connection changing threads.
    let task = hasBody ? Task { await run(request) } : Task.immediate { await run(request) }
    let isOver = state.withLock { state in
      // It may have been followed by the one that sends a stream.
      state.task = state.task ?? task
      return state.connection == nil || state.isAborted
    }
    if isOver { task.cancel() }
  }

  /// What became of a piece of the body.
  enum Receipt {
    case taken
    /// Nobody has asked for it yet: the connection is suspended.
    case later
    /// Nobody wants it, and there is too much of it.
    case refused
  }

  /// A piece of the body has come.
  func receive(_ piece: UnsafeRawBufferPointer) -> Receipt {
    let limit = table.limits.discardedByteCount
    let (receipt, reader) = state.withLock { state -> (Receipt, Upload.Reader?) in
      guard !state.isAborted
      else { return (.refused, nil) }
      if state.answer != nil {
        state.upload.discardedByteCount += piece.count
        return (state.upload.discardedByteCount > limit ? .refused : .taken, nil)
      }
      guard state.upload.piece == nil
      else {
        state.suspend()
        return (.later, nil)
      }
      if let reader = state.upload.reader {
        state.upload.reader = nil
        return (.taken, reader)
      }
      state.upload.piece = Array(piece)[...]
      return (.taken, nil)
    }
    reader?.resume(returning: Array(piece)[...])
    return receipt
  }

  /// There is nothing to read just now: the connection may have been resumed, or the request has
  /// come to its end.
  ///
  /// - Returns: Whether the connection is to be kept.
  func advance() -> Bool {
    let (isKept, reader) = state.withLock { state -> (Bool, Upload.Reader?) in
      guard !state.isAborted
      else { return (false, nil) }
      var reader: Upload.Reader?
      switch state.stage {
      case .head: return (false, nil)
      case .withoutBody:
        state.stage = .body
        return (true, nil)
      case .beforeBody:
        if state.answer == nil {
          if state.upload.isWanted { state.stage = .body } else { state.suspend() }
          return (true, nil)
        }
      case .body:
        state.stage = .end
        state.upload.isComplete = true
        reader = state.upload.reader
        state.upload.reader = nil
      case .end: break
      case .answered: return (true, nil)
      }
      guard let answer = state.answer, let connection = state.connection
      else {
        state.suspend()
        return (true, reader)
      }
      state.stage = .answered
      return (answer.queue(on: connection), reader)
    }
    reader?.resume(returning: nil)
    return isKept
  }

  /// The connection takes more of a streamed response.
  ///
  /// - Returns: How many bytes were put into the buffer, or one of the library's codes.
  func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    let (count, writer) = state.withLock { state -> (Int, Download.Writer?) in
      // What the library calls MHD_CONTENT_READER_END_WITH_ERROR and …_END_OF_STREAM.
      guard !state.isAborted, !state.download.isBroken
      else { return (-2, nil) }
      guard !state.download.piece.isEmpty
      else {
        if state.download.isComplete { return (-1, nil) }
        state.suspend()
        return (0, nil)
      }
      let part = state.download.piece.prefix(buffer.count)
      buffer.copyBytes(from: part)
      state.download.piece = state.download.piece.dropFirst(part.count)
      guard state.download.piece.isEmpty
      else { return (part.count, nil) }
      let writer = state.download.writer
      state.download.writer = nil
      return (part.count, writer)
    }
    writer?.resume(returning: true)
    return count
  }

  /// The connection has left HTTP.
  func upgrade(_ connection: UpgradedConnection) {
    let waiting = state.withLock { state -> Upgrade in
      defer { state.upgrade = .done(connection) }
      return state.upgrade
    }
    if case .awaited(let continuation) = waiting { continuation.resume(returning: connection) }
  }

  /// The library has done with it.
  func end() {
    let rest = state.withLock { state in
      state.handle = nil
      state.isSuspended = false
      defer {
        // A streamed response keeps the exchange, and this the response.
        state.answer = nil
        state.upload.reader = nil
        state.download.writer = nil
        state.upgrade = .done(nil)
      }
      return Rest(
        answer: state.answer, isHandled: state.task == nil || state.isHandled,
        reader: state.upload.reader, task: state.task, upgrade: state.upgrade,
        writer: state.download.writer)
    }
    rest.task?.cancel()
    rest.reader?.resume(throwing: CancellationError())
    rest.writer?.resume(returning: false)
    if case .awaited(let continuation) = rest.upgrade { continuation.resume(returning: nil) }
    if rest.isHandled { table.remove(self) }
  }
}

extension Exchange {
  /// Cancels the task if the client has left, which the library does not see of a connection that is
  /// suspended.
  func cancelIfLost() {
    let task = state.withLock { state -> Task<Void, Never>? in
      guard state.isSuspended, let connection = state.connection,
        let info = connection_info(connection, .CONNECTION_INFO_CONNECTION_FD)
      else { return nil }
      // POLLRDHUP, as Linux defines it: the client will send no more.
      var poll = pollfd(fd: info.pointee.connect_fd, events: 0x2000, revents: 0)
      return Glibc.poll(&poll, 1, 0) > 0 ? state.task : nil
    }
    task?.cancel()
  }

  /// Cancels the task, and has the connection closed.
  func abort() {
    let task = state.withLock { state in
      state.isAborted = true
      state.resume()
      return state.task
    }
    task?.cancel()
  }
}

/// What is left of an exchange that is over.
private struct Rest: Sendable {
  /// Given up outside of the lock: a streamed response gives the exchange up in turn.
  let answer: Answer?
  let isHandled: Bool
  let reader: Upload.Reader?
  let task: Task<Void, Never>?
  let upgrade: Upgrade
  let writer: Download.Writer?
}
