import ConcurrencyExtras
import Foundation

/// The editors that are open: usually one, or none.
final class OpenEditors: Sendable {
  private let processes = Protected<Set<pid_t>>([])

  func insert(_ process: pid_t) {
    processes.withLock { _ = $0.insert(process) }
  }

  func remove(_ process: pid_t) {
    processes.withLock { _ = $0.remove(process) }
  }

  /// Asks all of them to end.
  func close() {
    processes.withLock { for process in $0 { _ = kill(process, SIGTERM) } }
  }
}
