import DatabaseClient
import POSIX

/// Jobs that failed on this machine, each skipped for a while with exponential backoff.
final class JobBackoff: Sendable {
  private struct Entry {
    var count = 0
    let doneCount: Int
    var isWaiting = true
    var waiting: Task<Void, Never>?
  }

  private let clock: any Clock<Duration>
  private let entries = Mutex<[TranscriptionJob.ID: Entry]>([:])

  private static let longest: Duration = .seconds(300)
  /// A machine may be busy with other jobs for hours.
  private static let memory: Duration = .seconds(86_400)

  init(by clock: any Clock<Duration>) {
    self.clock = clock
  }

  var jobs: Set<TranscriptionJob.ID> {
    entries.withLock { Set($0.filter(\.value.isWaiting).keys) }
  }

  func tries(of id: TranscriptionJob.ID) -> (count: Int, doneCount: Int) {
    entries.withLock { entries in
      entries[id].map { ($0.count, $0.doneCount) } ?? (0, 0)
    }
  }

  func postpone(_ id: TranscriptionJob.ID, doneCount: Int, wake: @escaping @Sendable () -> Void) {
    entries.withLock { entries in
      var entry = entries[id] ?? Entry(doneCount: doneCount)
      entry.waiting?.cancel()
      entry.count += 1
      entry.isWaiting = true
      let pause = min(
        ClaimedTranscriptions.pause * (1 << min(entry.count - 1, 10)), Self.longest)
      entry.waiting = Task { [clock, weak self] in
        guard (try? await clock.sleep(for: pause)) != nil
        else { return }
        self?.entries.withLock { $0[id]?.isWaiting = false }
        wake()
        // A job that stays away this long was done elsewhere.
        guard (try? await clock.sleep(for: Self.memory)) != nil
        else { return }
        self?.entries.withLock { entries in
          if entries[id]?.isWaiting == false { entries[id] = nil }
        }
      }
      entries[id] = entry
    }
  }

  func cancel() {
    entries.withLock { entries in
      for entry in entries.values { entry.waiting?.cancel() }
    }
  }
}
