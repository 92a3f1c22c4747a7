import Foundation
import POSIX

/// The line that a lender sends at once if an engine is coming. Without it, none is lent.
enum LoanPromise {
  private static let line = Array("speechmemo lends an engine 1\n".utf8)

  static var bytes: Data { Data(line) }

  static func isGiven(on connection: borrowing Descriptor, within limit: Duration) -> Bool {
    let clock = ContinuousClock()
    let end = clock.now + limit
    var received: [UInt8] = []
    while received.count < line.count {
      let rest = clock.now.duration(to: end)
      guard rest > .zero,
        let ready = try? waitForInput(
          from: [connection.number], milliseconds: Int32(clamping: Int(rest / .milliseconds(1)) + 1)
        ),
        ready == [true],
        let bytes = try? connection.read(upTo: line.count - received.count), !bytes.isEmpty
      else { return false }
      received += bytes
      guard line.starts(with: received)
      else { return false }
    }
    return true
  }
}
