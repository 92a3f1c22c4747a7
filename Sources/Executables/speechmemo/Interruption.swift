import ConcurrencyExtras
import ConsoleClientLive
import Dispatch
import Foundation

/// Ctrl-C, the polite request to end, and a terminal that is closed: the work is asked to stop, so that what was begun goes
/// back to the queue. The second time, the process ends at once.
final class Interruption: Sendable {
  private let received = Protected<Int32?>(nil)

  /// The signal that came, if one did.
  var signal: Int32? { received.withLock(\.self) }

  func onSignal(_ stop: @escaping @Sendable () -> Void) {
    // Under nohup a closed terminal is no reason to end.
    var before = sigaction()
    sigaction(SIGHUP, nil, &before)
    let isHangUpIgnored = unsafeBitCast(before.__sigaction_handler.sa_handler, to: Int.self) == 1
    for number in [SIGINT, SIGTERM] + (isHangUpIgnored ? [] : [SIGHUP]) {
      Foundation.signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        // The handler holds the source, which would end with the last that does.
        _ = source
        if self.signal != nil {
          Keyboard.restoreTerminal()
          _exit(128 + number)
        }
        self.received.withLock { $0 = number }
        stop()
      }
      source.resume()
    }
  }
}
