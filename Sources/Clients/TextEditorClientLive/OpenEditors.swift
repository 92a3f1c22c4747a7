import Foundation
import POSIX

final class OpenEditors: Sendable {
  private let processes = Mutex<Set<pid_t>>([])

  func insert(_ process: pid_t) {
    processes.withLock { _ = $0.insert(process) }
  }

  func remove(_ process: pid_t) {
    processes.withLock { _ = $0.remove(process) }
  }

  func close() {
    processes.withLock { for process in $0 { _ = kill(process, SIGTERM) } }
  }
}
