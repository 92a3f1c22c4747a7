import Foundation
import POSIX

extension CurlTransfer {
  /// An answer whose body is read as it comes. Its request ends when nobody has it any more.
  public struct Response: Sendable {
    public let head: Head
    fileprivate let reader: PipeReader

    /// What has come of the body since it was last asked for, waiting until something has; `nil` at
    /// the end. Whoever is slow slows the sender. For one reader at a time.
    ///
    /// - Throws: ``CurlFailure``, `CancellationError`.
    public func next() async throws -> ArraySlice<UInt8>? { try await reader.next() }
  }

  /// Performs it, with a thread that lasts until the body has come, and waits for the head.
  ///
  /// - Parameter name: What the thread is called, for debuggers.
  /// - Throws: As ``perform(onHead:onBytes:)`` does, and `SystemError` where there can be no more
  ///   threads.
  public func response(onThread name: String) async throws -> Response {
    let answer = Answer()
    try startThread(name) { self.run(answer) }
    let response = try await withTaskCancellationHandler {
      try await answer.value()
    } onCancel: {
      cancel()
    }
    guard let response else { throw CancellationError() }
    return response
  }

  private func run(_ answer: Answer) {
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

/// The result of a request, handed once from its thread to the waiting task.
private final class Answer: Sendable {
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

  // The response is handed over under the lock, not by the continuation: the thread sanitizer does
  // not see an order between its making and its use where the continuation is resumed at once.
  func value() async throws -> CurlTransfer.Response? {
    await withCheckedContinuation { waiter in
      let isAnswered = state.withLock { state in
        if state.result == nil { state.waiter = waiter }
        return state.result != nil
      }
      if isAnswered { waiter.resume() }
    }
    return try state.withLock { $0.result.take() }?.get()
  }
}
