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
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        answer.wait(continuation)
        do {
          try startThread(name) { self.run(answer) }
        } catch {
          answer.resume(with: .failure(error))
        }
      }
    } onCancel: {
      cancel()
    }
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
      answer.resume(with: .failure(CurlFailure("what came was no answer")))
    } catch {
      pipe.finish(.failure(error))
      answer.resume(with: .failure(error))
    }
  }
}

/// Who waits for the head of an answer, and is told once.
private final class Answer: Sendable {
  private let waiter = Mutex<CheckedContinuation<CurlTransfer.Response, any Error>?>(nil)

  func wait(_ waiter: CheckedContinuation<CurlTransfer.Response, any Error>) {
    self.waiter.withLock { $0 = waiter }
  }

  func resume(with result: Result<CurlTransfer.Response, any Error>) {
    waiter.withLock { $0.take() }?.resume(with: result)
  }
}
