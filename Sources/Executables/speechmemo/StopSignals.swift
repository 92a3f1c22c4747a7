import Dispatch
import Foundation
import POSIX
import RecordingCore
import TerminalClient
import TerminalClientLive

/// Ctrl-C, SIGTERM, SIGHUP: the first cancels the work, the second exits once audio is saved.
final class StopSignals: Sendable {
  private struct State {
    var ignoresHangUp = false
    var isStopped = false
    var isTerminalLent = false
    var next: (@Sendable () -> Void)?
    var signal: Int32?
    var stop: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  var received: Int32? { state.withLock(\.signal) }

  /// While another program uses the terminal, Ctrl-C is meant for that program.
  var isTerminalLent: Bool {
    get { state.withLock(\.isTerminalLent) }
    set { state.withLock { $0.isTerminalLent = newValue } }
  }

  init() {
    // Under nohup a closed terminal must not end the program.
    var before = sigaction()
    sigaction(SIGHUP, nil, &before)
    let isHangUpIgnored = unsafeBitCast(before.__sigaction_handler.sa_handler, to: Int.self) == 1
    let numbers = [SIGINT, SIGTERM] + (isHangUpIgnored ? [] : [SIGHUP])
    // Signals are blocked, not lost, until the sources are registered.
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
    var mask = sigset_t()
    pthread_sigmask(SIG_BLOCK, &set, &mask)
    let isListening = DispatchGroup()
    for number in numbers {
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [self] in
        // Keeps the source alive.
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

  func onSignal(_ stop: @escaping @Sendable () -> Void) {
    let hasCome = state.withLock {
      $0.stop = stop
      return $0.isStopped
    }
    if hasCome { stop() }
  }

  func handleNext(_ action: @escaping @Sendable () -> Void) {
    state.withLock { $0.next = action }
  }

  /// For services, whose managers send SIGHUP to reload them.
  func ignoreHangUp() {
    if isatty(STDIN_FILENO) == 0 { state.withLock { $0.ignoresHangUp = true } }
  }

  private func receive(_ number: Int32) {
    if number == SIGINT, isTerminalLent { return }
    if number == SIGHUP, state.withLock(\.ignoresHangUp) { return }
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
      if OpenRecordings.liveValue.requestStop() { return }
      TerminalClient.liveValue.close()
      _exit(128 + number)
    }
    action?()
  }
}
