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
    var entries: [(entry: SiteMiddleware.AccessLogEntry, date: Date)] = []
    var isWriting = false
    var omittedCount = 0
  }

  init(_ terminal: TerminalClient, limit: Int = 10_000) {
    self.limit = limit
    self.terminal = terminal
  }

  func note(_ entry: SiteMiddleware.AccessLogEntry, date: Date) {
    let isFirst = state.withLock { state -> Bool in
      if state.entries.count < limit {
        state.entries.append((entry, date))
      } else {
        state.omittedCount += 1
      }
      defer { state.isWriting = true }
      return !state.isWriting
    }
    if isFirst { queue.async { self.write() } }
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

  private func write() {
    while true {
      let waiting = state.withLock { state -> State in
        defer { state = State(isWriting: !state.entries.isEmpty || state.omittedCount > 0) }
        return state
      }
      guard !waiting.entries.isEmpty || waiting.omittedCount > 0
      else { return }
      for (entry, date) in waiting.entries {
        if let failure = entry.failure { terminal.warn(failure.printable) }
        try? terminal.note(entry.line(date: date), json: entry.object(date: date))
      }
      if waiting.omittedCount > 0 {
        terminal.warn(
          "\(waiting.omittedCount.counted("request")) not logged: the log was read too slowly")
      }
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
