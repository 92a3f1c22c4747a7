import ConcurrencyExtras
import DatabaseClient
import Tagged

/// The jobs that were put back because they could not be done here, such as for sound that no server
/// gives: each is passed over for a while, each time for longer, so that the others go on.
final class PassedOver: Sendable {
  private struct Entry {
    /// How often it was put back.
    var count = 0
    /// How many transcripts had been made here when it was for the first time.
    let doneCount: Int
    var isWaiting = true
    var waiting: Task<Void, Never>?
  }

  private let clock: any Clock<Duration>
  private let entries = Protected<[TranscriptionJob.ID: Entry]>([:])

  /// For how long a job is passed over at most.
  private static let longest: Duration = .seconds(300)
  /// How long it is known how often it was put back. A machine may be busy with others for hours.
  private static let memory: Duration = .seconds(86_400)

  init(by clock: any Clock<Duration>) {
    self.clock = clock
  }

  /// What is not to be claimed now.
  var jobs: Set<TranscriptionJob.ID> {
    entries.withLock { Set($0.filter(\.value.isWaiting).keys) }
  }

  /// How often a job was put back, and how many transcripts had been made when it first was.
  func tries(of id: TranscriptionJob.ID) -> (count: Int, doneCount: Int) {
    entries.withLock { entries in
      entries[id].map { ($0.count, $0.doneCount) } ?? (0, 0)
    }
  }

  /// Has a job passed over that was put back.
  ///
  /// - Parameters:
  ///   - doneCount: How many transcripts were made here.
  ///   - wake: Called when it may be claimed.
  func add(_ id: TranscriptionJob.ID, doneCount: Int, wake: @escaping @Sendable () -> Void) {
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
        // What does not come again for so long was done by others.
        guard (try? await clock.sleep(for: Self.memory)) != nil
        else { return }
        self?.entries.withLock { entries in
          if entries[id]?.isWaiting == false { entries[id] = nil }
        }
      }
      entries[id] = entry
    }
  }

  /// Ends all waiting.
  func cancel() {
    entries.withLock { entries in
      for entry in entries.values { entry.waiting?.cancel() }
    }
  }
}
