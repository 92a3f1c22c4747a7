import ConcurrencyExtras
import Dispatch
import Foundation
import SharedModels
import SiteMiddleware
import TerminalClient

/// An access log written in the background: a slow or stuck reader must not delay clients.
final class AccessLog: Sendable {
  private let isJSON: Bool
  private let limit: Int
  private let queue = DispatchQueue(label: "CommandLineProgram.AccessLog", qos: .utility)
  private let state = LockIsolated(State())
  private let terminal: TerminalClient

  private struct State {
    var errors: [String] = []
    var isWriting = false
    var lines: [String] = []
    var omittedCount = 0
  }

  init(_ terminal: TerminalClient, isJSON: Bool, limit: Int = 10_000) {
    self.isJSON = isJSON
    self.limit = limit
    self.terminal = terminal
  }

  func note(_ entry: SiteMiddleware.AccessLogEntry, date: Date) {
    let line = isJSON ? AccessLogLine(entry, date: date).text : entry.line(date: date)
    let isFirst = state.withLock { state -> Bool in
      if state.lines.count + state.errors.count >= limit {
        state.omittedCount += 1
      } else {
        if let failure = entry.failure { state.errors.append("speechmemo: \(failure.printable)") }
        if let line { isJSON ? state.lines.append(line) : state.errors.append(line) }
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
      let waiting = state.withLock { state -> State? in
        let waiting = state
        let isDone = state.lines.isEmpty && state.errors.isEmpty && state.omittedCount == 0
        state = State(isWriting: !isDone)
        return isDone ? nil : waiting
      }
      guard var waiting
      else { return }
      if waiting.omittedCount > 0 {
        waiting.errors.append(
          """
          speechmemo: \(waiting.omittedCount.counted("request")) not logged: the log was read too slowly
          """
        )
      }
      if !waiting.errors.isEmpty { terminal.note(waiting.errors.joined(separator: "\n")) }
      if !waiting.lines.isEmpty { try? terminal.line(waiting.lines.joined(separator: "\n")) }
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
}
