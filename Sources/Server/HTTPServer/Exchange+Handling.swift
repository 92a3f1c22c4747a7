import HTTPMessages

/// What the task does that runs the handler.
extension Exchange {
  /// Has the request handled, and the response sent.
  func run(_ request: HTTPRequest) async {
    var response = await table.handler(request)
    if table.isFinishing { response.headers["Connection"] = "close" }
    guard let answer = Answer(response, for: self)
    else {
      self.answer(Answer(HTTPResponse(.internalServerError), for: self))
      return noteEnd()
    }
    self.answer(answer)
    switch response.content {
    case .bytes, .file: noteEnd()
    case .stream(let body): goOn(in: Task { await send(body) })
    case .upgrade(let speak): goOn(in: Task { await leaveHTTP(speak) })
    }
  }

  /// Leaves what may go on for hours to a task of its own: one that has run the handler keeps all the
  /// memory that this took until it ends, and there are thousands of such.
  private func goOn(in task: Task<Void, Never>) {
    let isOver = state.withLock { state in
      state.task = task
      return state.connection == nil || state.isAborted
    }
    if isOver || Task.isCancelled { task.cancel() }
  }

  /// There is nothing more to do.
  private func noteEnd() {
    let isOver = state.withLock { state in
      state.isHandled = true
      return state.connection == nil
    }
    table.noteHandled()
    if isOver { table.remove(self) }
  }

  private func answer(_ answer: Answer?) {
    state.withLock { state in
      guard state.connection != nil
      else { return }
      state.answer = answer
      if answer == nil { state.isAborted = true }
      state.resume()
    }
  }

  /// Waits until the connection has left HTTP; `nil` where it is lost before.
  private func upgraded() async -> UpgradedConnection? {
    await withCheckedContinuation { continuation in
      let connection = state.withLock { state -> UpgradedConnection?? in
        if case .done(let connection) = state.upgrade { return .some(connection) }
        state.upgrade = .awaited(continuation)
        return nil
      }
      if let connection { continuation.resume(returning: connection) }
    }
  }

  private func leaveHTTP(_ speak: @Sendable (UpgradedConnection) async -> Void) async {
    if let connection = await upgraded() {
      await speak(connection)
      connection.close()
    }
    noteEnd()
  }

  private func send(_ body: HTTPBody) async {
    defer { noteEnd() }
    do {
      for try await piece in body where !piece.isEmpty {
        guard await write(piece)
        else { return }
      }
      state.withLock {
        $0.download.isComplete = true
        $0.resume()
      }
    } catch {
      state.withLock {
        $0.download.isBroken = true
        $0.resume()
      }
    }
  }

  /// Waits until the connection has taken a piece.
  ///
  /// - Returns: Whether more may follow.
  private func write(_ piece: ArraySlice<UInt8>) async -> Bool {
    await withCheckedContinuation { continuation in
      let isLost = state.withLock { state in
        guard state.connection != nil, !state.isAborted
        else { return true }
        state.download.piece = piece
        state.download.writer = continuation
        state.resume()
        return false
      }
      if isLost { continuation.resume(returning: false) }
    }
  }

  /// Waits for more of the request's body; `nil` at its end.
  func nextPiece() async throws -> ArraySlice<UInt8>? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let now = state.withLock { state -> Result<ArraySlice<UInt8>?, any Error>? in
          if state.answer == nil, let piece = state.upload.piece {
            state.upload.piece = nil
            state.resume()
            return .success(piece)
          }
          if state.upload.isComplete { return .success(nil) }
          guard state.connection != nil, !state.isAborted, !Task.isCancelled
          else { return .failure(CancellationError()) }
          guard state.answer == nil
          else { return .failure(BodyIsGone()) }
          state.upload.isWanted = true
          state.upload.reader = continuation
          state.resume()
          return nil
        }
        if let now { continuation.resume(with: now) }
      }
    } onCancel: {
      let reader = state.withLock { state in
        defer { state.upload.reader = nil }
        return state.upload.reader
      }
      reader?.resume(throwing: CancellationError())
    }
  }
}

/// The library answers only when the body has been read to its end: what is left of it when the
/// handler has returned is thrown away.
struct BodyIsGone: Error {}
