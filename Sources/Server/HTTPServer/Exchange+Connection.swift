import Cmicrohttpd
import Glibc
import HTTPMessages

/// Called on the connection's thread. A result of `false` closes the connection.
extension Exchange {
  var hasHead: Bool { state.withLock { $0.stage != .head } }

  func start(_ connection: OpaquePointer, _ head: RequestHead) -> Bool {
    table.headDeadlines.end(of: connection)
    let headers = head.headers
    if let fault = head.fault(in: headers, target: target) { return refuse(fault, on: connection) }
    let isChunked = headers["Transfer-Encoding"] != nil
    let byteCount = headers["Content-Length"].flatMap(Int64.init)
    let hasBody = isChunked || headers["Content-Length"].map { $0 != "0" } ?? false
    let body = HTTPBody(byteCount: byteCount) { [weak self] in try await self?.nextPiece() }
    let request = HTTPRequest(
      HTTPMethod(rawValue: head.methodName), target, headers: headers,
      body: hasBody ? body : .empty,
      peer: HTTPPeer(address: peerAddress(connection), isEncrypted: table.isEncrypted))
    let isRead =
      headers["Expect"] == nil
      && (isChunked || byteCount ?? .max <= table.limits.discardedByteCount)
    state.withLock { state in
      state.stage = hasBody && !isRead ? .beforeBody : .accepted
      state.upload.missingByteCount = isChunked ? nil : byteCount ?? .max
    }
    table.beginHandling()
    // Starting immediately sends quick responses without a change of threads.
    let task = hasBody ? Task { await run(request) } : Task.immediate { await run(request) }
    let isOver = state.withLock { state in
      // The task that streams the response may have replaced this one already.
      state.task = state.task ?? task
      return state.connection == nil || state.isAborted
    }
    if isOver { task.cancel() }
    return true
  }

  private static let pendingByteCount = 16 * 1_024

  func receive(_ piece: UnsafeRawBufferPointer) -> Bool {
    let limit = table.limits.discardedByteCount
    let (isKept, reader) = state.withLock { state -> (Bool, Upload.Reader?) in
      guard !state.isAborted
      else { return (false, nil) }
      state.upload.missingByteCount? -= Int64(piece.count)
      if state.answer != nil {
        state.upload.discardedByteCount += piece.count
        return (state.upload.discardedByteCount <= limit, nil)
      }
      if let reader = state.upload.reader {
        state.upload.reader = nil
        return (true, reader)
      }
      state.upload.pending += piece
      // A resumed connection reads first; with nothing to read, it would close a half-closed one.
      if state.upload.pending.count >= Self.pendingByteCount, state.upload.missingByteCount != 0 {
        state.suspend()
      }
      return (true, nil)
    }
    reader?.resume(returning: Array(piece)[...])
    return isKept
  }

  /// Called without data, after a resume or at the request's end.
  func advance() -> Bool {
    let (isKept, reader) = state.withLock { state -> (Bool, Upload.Reader?) in
      guard !state.isAborted
      else { return (false, nil) }
      var reader: Upload.Reader?
      switch state.stage {
      case .head: return (false, nil)
      case .accepted:
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
        // Not suspended at once, for the same reason. libmicrohttpd calls again.
        if state.answer == nil { return (true, reader) }
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
  /// Cancels the task if the client has left, which libmicrohttpd misses while suspended. A client
  /// that has only closed its sending side can look the same, so both get some time.
  func cancelIfDisconnected() {
    let task = state.withLock { state -> Task<Void, Never>? in
      guard state.isSuspended, let number = state.connection.flatMap(socketNumber)
      else { return nil }
      // POLLRDHUP on Linux: the client will send no more.
      let isHalfClosed = Int16(0x2000)
      var poll = pollfd(fd: number, events: isHalfClosed, revents: 0)
      guard Glibc.poll(&poll, 1, 0) > 0
      else { return nil }
      guard poll.revents == isHalfClosed
      else { return state.task }
      let since = state.halfClosedSince ?? .now
      state.halfClosedSince = since
      return since.duration(to: .now) >= table.limits.halfClosedTimeout ? state.task : nil
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
