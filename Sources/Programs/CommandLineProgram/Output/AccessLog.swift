import ConcurrencyExtras
import Dispatch
import Foundation
import SharedModels
import SiteMiddleware
import TerminalClient

/// An access log written in the background: a slow or stuck reader must not delay clients.
final class AccessLog: Sendable {
  private let limit: Int
  private let queue = DispatchQueue(label: "CommandLineProgram.AccessLog", qos: .utility)
  private let state = LockIsolated(State())
  private let terminal: TerminalClient

  private struct State {
    var omittedCount = 0
    var waitingCount = 0
  }

  init(_ terminal: TerminalClient, limit: Int = 10_000) {
    self.limit = limit
    self.terminal = terminal
  }

  func note(_ entry: SiteMiddleware.AccessLogEntry, date: Date) {
    let isFull = state.withLock { state in
      let isFull = state.waitingCount >= limit
      if isFull { state.omittedCount += 1 } else { state.waitingCount += 1 }
      return isFull
    }
    if !isFull { queue.async { self.write(entry, date) } }
  }

  /// Waits until all lines are written, for one second at most.
  func finish() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let waiting = LockIsolated(Optional(continuation))
      let resume: @Sendable () -> Void = {
        waiting.withLock { waiting in
          defer { waiting = nil }
          return waiting
        }?
        .resume()
      }
      queue.async(execute: resume)
      DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + 1, execute: resume)
    }
  }

  private func write(_ entry: SiteMiddleware.AccessLogEntry, _ date: Date) {
    // Reported once the reader has caught up, not after each line of a slow one.
    let omittedCount = state.withLock { state in
      state.waitingCount -= 1
      guard state.waitingCount == 0
      else { return 0 }
      defer { state.omittedCount = 0 }
      return state.omittedCount
    }
    if let failure = entry.failure { terminal.warn(failure.printable) }
    try? terminal.note(entry.line(date: date), json: entry.object(date: date))
    if omittedCount > 0 {
      terminal.warn("\(omittedCount.counted("request")) not logged: the log was read too slowly")
    }
  }
}

extension SiteMiddleware.AccessLogEntry {
  fileprivate func line(date: Date) -> String {
    """
    \(date.iso8601) \(address.isEmpty ? "-" : address) \(method.rawValue.printable) \(path.printable) \
    \(status.rawValue) \((token ?? "-").printable) \(trace?.description ?? "-")
    """
  }

  fileprivate func object(date: Date) -> JSONObject {
    [
      "event": "request", "address": address, "date": date, "method": method.rawValue,
      "path": path, "status": status.rawValue, "token": token, "trace": trace?.description,
    ]
  }
}
