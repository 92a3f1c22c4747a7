import Foundation
import POSIX
import TextEditorClient

final class OpenEditors: Sendable {
  private let sessions = Mutex<[pid_t: EditorSession]>([:])

  /// Under the lock, so that ``close()`` misses no editor that has just started.
  func start(_ session: EditorSession, _ spawn: () throws -> pid_t) rethrows -> pid_t {
    try sessions.withLock { sessions in
      let process = try spawn()
      sessions[process] = session
      return process
    }
  }

  func remove(_ process: pid_t) {
    sessions.withLock { _ = $0.removeValue(forKey: process) }
  }

  func close() {
    sessions.withLock { for process in $0.keys { _ = kill(process, SIGTERM) } }
  }

  func saves(every pause: Duration) -> AsyncStream<EditedText> {
    AsyncStream { continuation in
      let task = Task { [self] in
        var known: [URL: EditedText] = [:]
        while (try? await Task.sleep(for: pause)) != nil {
          for session in sessions.withLock({ Array($0.values) }) {
            guard let saved = session.saved, saved != known[session.file]
            else { continue }
            known[session.file] = saved
            continuation.yield(saved)
          }
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
