import Foundation
import POSIX

final class OpenEditors: Sendable {
  private let processes = Mutex<Set<pid_t>>([])

  /// Under the lock, so that ``close()`` misses no editor that has just started.
  func start(_ spawn: () throws -> pid_t) rethrows -> pid_t {
    try processes.withLock { processes in
      let process = try spawn()
      processes.insert(process)
      return process
    }
  }

  func remove(_ process: pid_t) {
    processes.withLock { _ = $0.remove(process) }
  }

  func close() {
    processes.withLock { for process in $0 { _ = kill(process, SIGTERM) } }
  }
}
