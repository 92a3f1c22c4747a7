import Foundation
import POSIX

/// What a process that lends an engine says at once: that one is coming. Who does not say it within a
/// moment, says something else or closes the connection lends none.
enum LoanPromise {
  private static let line = Array("speechmemo lends an engine 1\n".utf8)

  /// The line, with its end.
  static var bytes: Data { Data(line) }

  /// Waits, with the thread, for the line and nothing behind it.
  static func isGiven(on connection: borrowing Descriptor, within limit: Duration) -> Bool {
    let clock = ContinuousClock()
    let end = clock.now + limit
    var heard: [UInt8] = []
    while heard.count < line.count {
      let rest = clock.now.duration(to: end)
      guard rest > .zero,
        let ready = try? waitForInput(
          from: [connection.number], milliseconds: Int32(clamping: Int(rest / .milliseconds(1)) + 1)
        ),
        ready == [true],
        let bytes = try? connection.read(upTo: line.count - heard.count), !bytes.isEmpty
      else { return false }
      heard += bytes
      guard line.starts(with: heard)
      else { return false }
    }
    return true
  }
}
