import Dispatch
import Foundation
import POSIX

/// A thread reads and a queue writes, because both may block on the other process.
final class LoanSocket: Sendable {
  let pieces = LineQueue()
  private let descriptor: Descriptor
  private let writer = DispatchQueue(label: "speech-engine.loan")

  typealias Framing = (_ bytes: ArraySlice<UInt8>, _ emit: (Data) -> Void) -> Bool

  init(
    _ descriptor: consuming Descriptor, framing: @escaping @Sendable () -> Framing
  ) throws(SystemError) {
    self.descriptor = descriptor
    try startThread("engine-loan") { [self] in read(framing()) }
  }

  func close() { descriptor.endConnection() }

  /// Closes the connection, drops all pieces, and waits for the end of the reading thread.
  func end() async {
    close()
    while await pieces.next() != nil {}
  }

  func finish() {
    writer.async { [self] in descriptor.endWriting() }
  }

  func write(_ bytes: Data) {
    writer.async { [self] in
      bytes.withUnsafeBytes { try? descriptor.send($0) }
    }
  }

  func waitUntilWritten() async {
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
