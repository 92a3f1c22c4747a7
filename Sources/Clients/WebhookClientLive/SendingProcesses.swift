import ConcurrencyExtras
import Foundation
import POSIX
import WebhookClient

/// Starts processes that send what is due, and waits for none of them.
final class SendingProcesses: Sendable {
  private let program: String
  private let started = LockIsolated<Set<pid_t>>([])

  /// - Parameter program: Its path.
  init(program: String) {
    self.program = program
  }

  /// Those that have not been collected.
  var ids: Set<pid_t> { started.value }

  func start() throws(SystemError) {
    collectEnded()
    // Nothing that it writes comes between what this process does, and no reader waits for it.
    let nowhere = try Descriptor("/dev/null", O_RDWR)
    let pid = try spawnProcess(
      program, [WebhookClient.sendingCommand], input: nowhere.number, output: nowhere.number,
      errors: nowhere.number)
    started.withValue { _ = $0.insert(pid) }
  }

  /// Those that outlive this process are the system's to collect.
  private func collectEnded() {
    started.withValue { pids in
      for pid in pids where (try? hasChildEnded(pid, waiting: false)) ?? true {
        _ = try? collectChild(pid)
        pids.remove(pid)
      }
    }
  }
}
