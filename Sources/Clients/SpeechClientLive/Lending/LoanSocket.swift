import Dispatch
import Foundation
import POSIX

/// A connection between two processes of one user, over which an engine is lent.
///
/// A thread of its own reads it, no faster than what comes is taken, and a queue of its own writes:
/// both may have to wait for the other process. It is closed when nobody has it any more.
final class LoanSocket: Sendable {
  /// What the other process has written, in pieces of the framing; finishes with the connection.
  let pieces = LineQueue()
  private let descriptor: Descriptor
  private let writer = DispatchQueue(label: "speech-engine.loan")

  /// Takes what comes, and gives it on in whole pieces. `false` for what cannot be one.
  typealias Framing = (_ bytes: ArraySlice<UInt8>, _ give: (Data) -> Void) -> Bool

  /// - Parameter framing: Made on the thread that reads.
  init(
    _ descriptor: consuming Descriptor, framing: @escaping @Sendable () -> Framing
  ) throws(SystemError) {
    self.descriptor = descriptor
    try startThread("engine-loan") { [self] in read(framing()) }
  }

  /// Ends the connection, whoever waits for it. Can be done more than once.
  func close() { descriptor.endConnection() }

  /// Ends the connection and waits for the thread that reads. The remaining pieces are dropped:
  /// the thread waits for room while nothing takes them.
  func end() async {
    close()
    while await pieces.next() != nil {}
  }

  /// Tells the other process that nothing more is written, after all that was.
  func finish() {
    writer.async { [self] in descriptor.endWriting() }
  }

  /// Writes bytes after all that was written before. Does not wait.
  func write(_ bytes: Data) {
    writer.async { [self] in
      // It fails when the other process is gone, which the reader finds out.
      bytes.withUnsafeBytes { try? descriptor.send($0) }
    }
  }

  /// Waits until the system has taken all that was written before, or the other process is gone.
  func waitUntilTaken() async {
    await withCheckedContinuation { continuation in
      writer.async { continuation.resume() }
    }
  }

  private func read(_ framing: Framing) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = buffer.withUnsafeMutableBytes { (try? descriptor.read(into: $0)) ?? 0 }
      guard count > 0
      else { break }
      guard framing(buffer[..<count], pieces.add)
      else {
        close()
        break
      }
    }
    pieces.finish()
  }
}
