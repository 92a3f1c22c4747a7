import ConcurrencyExtras
import Dispatch
import Foundation
import RecordingCore
import TerminalClient
import TerminalClientLive

/// Ctrl-C, SIGTERM, and a terminal that is closed: the work is asked to stop, so
/// that what was begun goes back to the queue. The second time, the process ends at once, or as soon
/// as what was recorded is saved. A command may take the first for itself: the second is then as the
/// first is otherwise.
final class StopSignals: Sendable {
  private struct State {
    var isStopped = false
    var isTerminalLent = false
    /// What the next signal does in the place of stopping the work.
    var next: (@Sendable () -> Void)?
    var signal: Int32?
    var stop: (@Sendable () -> Void)?
  }

  private let state = Protected(State())

  /// The first signal received, if any.
  var received: Int32? { state.withLock(\.signal) }

  /// Whether another program has the terminal: a Ctrl-C is meant for that one.
  var isTerminalLent: Bool {
    get { state.withLock(\.isTerminalLent) }
    set { state.withLock { $0.isTerminalLent = newValue } }
  }

  /// From here on, a signal is kept for whatever is to be stopped.
  init() {
    // Under nohup a closed terminal must not end the program.
    var before = sigaction()
    sigaction(SIGHUP, nil, &before)
    let isHangUpIgnored = unsafeBitCast(before.__sigaction_handler.sa_handler, to: Int.self) == 1
    let numbers = [SIGINT, SIGTERM] + (isHangUpIgnored ? [] : [SIGHUP])
    // What comes before it is listened for waits, and is not lost.
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
    var mask = sigset_t()
    pthread_sigmask(SIG_BLOCK, &set, &mask)
    let isListening = DispatchGroup()
    for number in numbers {
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [self] in
        // The handler holds the source, which would end with the last that does.
        _ = source
        receive(number)
      }
      isListening.enter()
      source.setRegistrationHandler { isListening.leave() }
      source.resume()
    }
    _ = isListening.wait(timeout: .now() + 10)
    pthread_sigmask(SIG_SETMASK, &mask, nil)
  }

  /// Makes a signal stop the work, including one already received.
  func onSignal(_ stop: @escaping @Sendable () -> Void) {
    let hasCome = state.withLock {
      $0.stop = stop
      return $0.isStopped
    }
    if hasCome { stop() }
  }

  /// Has the next signal do something in the place of stopping the work.
  func takeNext(_ action: @escaping @Sendable () -> Void) {
    state.withLock { $0.next = action }
  }

  private func receive(_ number: Int32) {
    if number == SIGINT, isTerminalLent { return }
    let (isLast, action) = state.withLock { state in
      state.signal = state.signal ?? number
      guard !state.isStopped
      else { return (true, state.stop) }
      defer { state.next = nil }
      guard let next = state.next
      else {
        state.isStopped = true
        return (false, state.stop)
      }
      return (false, next)
    }
    guard !isLast
    else {
      if OpenRecordings.liveValue.hurry() { return }
      TerminalClient.liveValue.close()
      _exit(128 + number)
    }
    action?()
  }
}
