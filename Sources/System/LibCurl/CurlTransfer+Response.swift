import POSIX

extension CurlTransfer {
  /// A response whose body is streamed. Releasing it cancels the request.
  public struct Response: Sendable {
    public let head: Head
    fileprivate let reader: PipeReader

    /// Returns the next bytes of the body, or `nil` at the end. Supports one reader at a time.
    public func next() async throws -> ArraySlice<UInt8>? { try await reader.next() }

    public func bytes(upTo limit: Int) async throws -> [UInt8] {
      var bytes: [UInt8] = []
      while bytes.count < limit, let piece = try await next() {
        bytes += piece.prefix(limit - bytes.count)
      }
      return bytes
    }
  }

  /// Sends the request on a thread and returns once the head has arrived. A canceled task throws
  /// `CancellationError` at once, and the thread ends within a second. Also throws `SystemError`.
  public func response(onThread name: String) async throws -> Response {
    try Task.checkCancellation()
    let answer = PendingResponse()
    try startThread(name) { self.run(answer) }
    return try await withTaskCancellationHandler {
      try await answer.value()
    } onCancel: {
      cancel()
      answer.resume(with: .failure(CancellationError()))
    }
  }

  private func run(_ answer: PendingResponse) {
    let pipe = BytePipe()
    do {
      try perform { head in
        let reader = PipeReader(pipe) { self.cancel() }
        answer.resume(with: .success(Response(head: head, reader: reader)))
      } onBytes: {
        pipe.put($0)
      }
      pipe.finish(.success(()))
      answer.resume(with: .failure(CurlFailure("the server sent no response")))
    } catch {
      pipe.finish(.failure(error))
      answer.resume(with: .failure(error))
    }
  }
}

private final class PendingResponse: Sendable {
  private struct State {
    var result: Result<CurlTransfer.Response, any Error>?
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  func resume(with result: Result<CurlTransfer.Response, any Error>) {
    let waiter = state.withLock { state in
      if state.result == nil { state.result = result }
      return state.waiter.take()
    }
    waiter?.resume()
  }

  // Under the lock, since the thread sanitizer sees no order in an immediate continuation.
  func value() async throws -> CurlTransfer.Response {
    await withCheckedContinuation { waiter in
      let isAnswered = state.withLock { state in
        if state.result == nil { state.waiter = waiter }
        return state.result != nil
      }
      if isAnswered { waiter.resume() }
    }
    return try state.withLock { state in
      let canceled = Result<CurlTransfer.Response, any Error>.failure(CancellationError())
      let result = state.result ?? canceled
      // A response that comes later is released, which ends its request.
      state.result = canceled
      return result
    }.get()
  }
}
