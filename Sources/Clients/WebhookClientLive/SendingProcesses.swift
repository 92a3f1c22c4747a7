import ConcurrencyExtras
import Foundation
import POSIX
import WebhookClient

final class SendingProcesses: Sendable {
  private let program: String
  private let started = LockIsolated<Set<pid_t>>([])

  init(program: String) {
    self.program = program
  }

  var ids: Set<pid_t> { started.value }

  func start() throws(SystemError) {
    collectEnded()
    // Without shared streams, no reader waits for this process and no output mixes.
    let nowhere = try Descriptor("/dev/null", O_RDWR)
    let pid = try spawnProcess(
      program, [WebhookClient.sendingCommand], input: nowhere.number, output: nowhere.number,
      errors: nowhere.number)
    started.withValue { _ = $0.insert(pid) }
  }

  /// The system collects those that outlive this process.
  private func collectEnded() {
    started.withValue { pids in
      for pid in pids where (try? hasChildEnded(pid, waiting: false)) ?? true {
        _ = try? collectChild(pid)
        pids.remove(pid)
      }
    }
  }
}
