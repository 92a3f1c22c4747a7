import HTTPMessages

/// Called by the task that runs the handler.
extension Exchange {
  func run(_ request: HTTPRequest) async {
    var response = await table.handler(request)
    if table.isFinishing { response.headers["Connection"] = "close" }
    guard let answer = MHDResponse(response, for: self)
    else {
      self.answer(MHDResponse(HTTPResponse(.internalServerError), for: self))
      return finishHandling()
    }
    self.answer(answer)
    switch response.content {
    case .bytes, .file: finishHandling()
    case .stream(let body): handOff(to: Task { await send(body) })
    case .upgrade(let handler): handOff(to: Task { await runUpgraded(handler) })
    }
  }

  /// Moves work that may last for hours to a new task: the handler's would keep all memory it used.
  private func handOff(to task: Task<Void, Never>) {
    let isOver = state.withLock { state in
      state.task = task
      return state.connection == nil || state.isAborted
    }
    if isOver || Task.isCancelled { task.cancel() }
  }

  private func finishHandling() {
    let isOver = state.withLock { state in
      state.isHandled = true
      return state.connection == nil
    }
    table.endHandling()
    if isOver { table.remove(self) }
  }

  private func answer(_ answer: MHDResponse?) {
    state.withLock { state in
      guard state.connection != nil
      else { return }
      state.answer = answer
      if answer == nil { state.isAborted = true }
      state.resume()
    }
  }

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

  private func runUpgraded(_ handler: @Sendable (UpgradedConnection) async -> Void) async {
    if let connection = await upgraded() {
      await handler(connection)
      connection.close()
    }
    finishHandling()
  }

  private func send(_ body: HTTPBody) async {
    defer { finishHandling() }
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

  private func write(_ piece: ArraySlice<UInt8>) async -> Bool {
    await withCheckedContinuation { continuation in
      let isLost = state.withLock { state in
        guard state.connection != nil, !state.isAborted
        else { return true }
        state.halfClosedSince = nil
        state.download.piece = piece
        state.download.writer = continuation
        state.resume()
        return false
      }
      if isLost { continuation.resume(returning: false) }
    }
  }

  func nextPiece() async throws -> ArraySlice<UInt8>? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let now = state.withLock { state -> Result<ArraySlice<UInt8>?, any Error>? in
          if state.answer == nil, !state.upload.pending.isEmpty {
            defer { state.upload.pending = [] }
            if !state.upload.isComplete { state.resume() }
            return .success(state.upload.pending)
          }
          if state.answer == nil, state.upload.isComplete { return .success(nil) }
          guard state.connection != nil, !state.isAborted, !Task.isCancelled
          else { return .failure(CancellationError()) }
          guard state.answer == nil
          else { return .failure(BodyDiscarded()) }
          state.upload.isRequested = true
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

/// libmicrohttpd responds only after reading the whole body. What the handler leaves is discarded.
struct BodyDiscarded: Error {}
