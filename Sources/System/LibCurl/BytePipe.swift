import Foundation

/// A bounded queue from a blocking writer thread to one asynchronous reader.
final class BytePipe: @unchecked Sendable {
  // Unchecked: the mutable state is accessed under the lock only.
  private var end: Result<Void, any Error>?
  private var isClosed = false
  private var pieces: [[UInt8]] = []
  private var size = 0
  private var reader: CheckedContinuation<ArraySlice<UInt8>?, any Error>?
  private let condition = NSCondition()

  private static let limit = 1 << 20

  /// Blocks the thread while the pipe is full. Returns false once the reader has closed it.
  func put(_ bytes: [UInt8]) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    while size >= Self.limit, !isClosed { condition.wait() }
    guard !isClosed
    else { return false }
    if let reader {
      self.reader = nil
      reader.resume(returning: bytes[...])
    } else {
      pieces.append(bytes)
      size += bytes.count
    }
    return true
  }

  func finish(_ end: Result<Void, any Error>) {
    condition.lock()
    defer { condition.unlock() }
    self.end = end
    if let reader {
      self.reader = nil
      reader.resume(with: end.map { nil })
    }
  }

  func close() {
    condition.lock()
    defer { condition.unlock() }
    isClosed = true
    pieces = []
    size = 0
    if let reader {
      self.reader = nil
      reader.resume(throwing: CancellationError())
    }
    condition.broadcast()
  }

  func next() async throws -> ArraySlice<UInt8>? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        condition.lock()
        defer { condition.unlock() }
        if isClosed {
          continuation.resume(throwing: CancellationError())
        } else if !pieces.isEmpty {
          let piece = pieces.removeFirst()
          size -= piece.count
          condition.broadcast()
          continuation.resume(returning: piece[...])
        } else if let end {
          continuation.resume(with: end.map { nil })
        } else {
          reader = continuation
        }
      }
    } onCancel: {
      close()
    }
  }
}

final class PipeReader: Sendable {
  private let onClose: @Sendable () -> Void
  private let pipe: BytePipe

  init(_ pipe: BytePipe, onClose: @escaping @Sendable () -> Void) {
    self.onClose = onClose
    self.pipe = pipe
  }

  deinit {
    pipe.close()
    onClose()
  }

  func next() async throws -> ArraySlice<UInt8>? { try await pipe.next() }
}
