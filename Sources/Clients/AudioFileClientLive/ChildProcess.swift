import POSIX

/// A child program whose output is read on demand. It is killed on deinit if still running.
final class ChildProcess {
  private let errorHandler: ([UInt8]) -> Void
  private let errors: Descriptor
  private var errorsEnded = false
  private let output: Descriptor
  private let program: GuardedChild
  private var isCollected = false

  init(
    _ path: String, _ arguments: [String], input: borrowing Descriptor,
    errorHandler: @escaping ([UInt8]) -> Void = { _ in }
  ) throws(SystemError) {
    let output = try SocketPair()
    let errors = try SocketPair()
    program = try GuardedChild(
      path, arguments, input: input.number, output: output.far.number,
      errors: errors.far.number)
    self.errorHandler = errorHandler
    self.errors = errors.closingFar()
    self.output = output.closingFar()
  }

  deinit {
    guard !isCollected
    else { return }
    program.kill()
    _ = try? program.collect()
  }

  /// Errors that the program wrote before these bytes have been handled on return.
  func read(_ buffer: UnsafeMutableRawBufferPointer, _ cancellation: CancellationSignal) throws
    -> Int
  {
    while true {
      let ready = try cancellation.waitForInput(
        from: errorsEnded ? [output.number] : [output.number, errors.number])
      if ready.count > 1, ready[1] { try readErrors() }
      guard ready[0]
      else { continue }
      let count = try output.read(into: buffer)
      while !errorsEnded, try waitForInput(from: [errors.number], milliseconds: 0)[0] {
        try cancellation.check()
        try readErrors()
      }
      return count
    }
  }

  func finish(_ cancellation: CancellationSignal) throws -> Bool {
    while !errorsEnded {
      _ = try cancellation.waitForInput(from: [errors.number])
      try readErrors()
    }
    guard !isCollected
    else { return false }
    isCollected = true
    return try program.collect() == .exited(0)
  }

  private func readErrors() throws(SystemError) {
    let bytes = try errors.read(upTo: 1 << 14)
    errorsEnded = bytes.isEmpty
    errorHandler(bytes)
  }
}
