import Cmicrohttpd
import Glibc
import HTTPMessages

/// Called on the connection's thread.
extension Exchange {
  var hasHead: Bool { state.withLock { $0.stage != .head } }

  func start(_ connection: OpaquePointer, method: String) {
    table.headDeadlines.end(of: connection)
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
    table.beginHandling()
    // Starting immediately sends quick responses without a change of threads.
    let task = hasBody ? Task { await run(request) } : Task.immediate { await run(request) }
    let isOver = state.withLock { state in
      // The task that streams the response may have replaced this one already.
      state.task = state.task ?? task
      return state.connection == nil || state.isAborted
    }
    if isOver { task.cancel() }
  }

  enum Receipt {
    case taken
    case later
    case refused
  }

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

  /// Called without data, after a resume or at the request's end. `false` closes the connection.
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
          if state.upload.isRequested { state.stage = .body } else { state.suspend() }
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

  func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    let (count, writer) = state.withLock { state -> (Int, Download.Writer?) in
      // MHD_CONTENT_READER_END_WITH_ERROR; -1 below is …_END_OF_STREAM.
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

  func upgrade(_ connection: UpgradedConnection) {
    let waiting = state.withLock { state -> Upgrade in
      defer { state.upgrade = .done(connection) }
      return state.upgrade
    }
    if case .awaited(let continuation) = waiting { continuation.resume(returning: connection) }
  }

  func end() {
    let rest = state.withLock { state in
      state.handle = nil
      state.isSuspended = false
      defer {
        // A streamed response retains the exchange, which retains the response.
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
  /// Cancels the task if the client has left, which libmicrohttpd misses while suspended.
  func cancelIfDisconnected() {
    let task = state.withLock { state -> Task<Void, Never>? in
      guard state.isSuspended, let connection = state.connection,
        let info = connection_info(connection, .CONNECTION_INFO_CONNECTION_FD)
      else { return nil }
      // POLLRDHUP on Linux: the client will send no more.
      var poll = pollfd(fd: info.pointee.connect_fd, events: 0x2000, revents: 0)
      return Glibc.poll(&poll, 1, 0) > 0 ? state.task : nil
    }
    task?.cancel()
  }

  func abort() {
    let task = state.withLock { state in
      state.isAborted = true
      state.resume()
      return state.task
    }
    task?.cancel()
  }
}

private struct Rest: Sendable {
  /// Released outside the lock: a streamed response releases the exchange in turn.
  let answer: MHDResponse?
  let isHandled: Bool
  let reader: Upload.Reader?
  let task: Task<Void, Never>?
  let upgrade: Upgrade
  let writer: Download.Writer?
}
