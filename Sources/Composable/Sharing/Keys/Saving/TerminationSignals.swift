import ConcurrencyExtras
import Foundation
import POSIX
import RuntimeInternals
import Synchronization

/// Writes pending saves before SIGTERM or SIGINT end the process.
///
/// The handler only writes the signal's number to a pipe, since little else is allowed in a
/// handler. A thread reads the pipe, writes pending changes, and raises the signal again for the
/// previous handler, which by default ends the process. Our handler handles a signal once: a second
/// one, from an impatient user, ends the process immediately. Ignored signals stay ignored.
enum TerminationSignals {
  /// The pipe's end that the handler writes to.
  private static let pipeInput = Atomic<Int32>(-1)

  static func install() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0
    else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    pipeInput.store(ends[1], ordering: .releasing)
    let output = ends[0]
    let previous = [SIGTERM, SIGINT].compactMap { number in
      // Unchecked, because C's structure holds a function pointer and no more.
      handle(number).map { (number, UncheckedSendable($0)) }
    }
    guard !previous.isEmpty
    else { return }
    Thread.detachNewThread {
      while let number = next(from: output) {
        PendingSaves.ofProgram.flush()
        guard let action = previous.first(where: { $0.0 == number })?.1 else { continue }
        raise(number, as: action.value)
      }
    }
  }

  /// - Returns: The earlier handler; `nil` if the signal is ignored.
  private static func handle(_ number: Int32) -> sigaction? {
    var previous = sigaction()
    guard sigaction(number, nil, &previous) == 0, !previous.isIgnored
    else { return nil }
    var new = sigaction()
    new.__sigaction_handler.sa_handler = { number in
      let code = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(TerminationSignals.pipeInput.load(ordering: .acquiring), &byte, 1)
      errno = code
    }
    new.sa_flags = SA_RESTART | Int32(bitPattern: UInt32(SA_RESETHAND))
    return sigaction(number, &new, nil) == 0 ? previous : nil
  }

  private static func next(from output: Int32) -> Int32? {
    (try? Descriptor(borrowing: output).read(upTo: 1))?.first.map(Int32.init)
  }

  /// Calls the earlier handler, and reinstalls ours if the process survives.
  private static func raise(_ number: Int32, as action: sigaction) {
    var action = action
    sigaction(number, &action, nil)
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    Glibc.raise(number)
    _ = handle(number)
  }
}
