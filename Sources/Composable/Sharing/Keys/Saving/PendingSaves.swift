import ConcurrencyExtras
import Dependencies
import Foundation
import Synchronization

/// Writes at once all shared values that wait for their next save, and waits until that is done.
///
/// Values of ``SharedReaderKey/fileStorage(_:decoder:encoder:)`` and `appStorage` keys are written
/// at most once a second. A program that ends in the normal way, or by SIGTERM or SIGINT, need do
/// nothing: what waits is then written first. Call this where a program ends in another way, such
/// as by `_exit` or `execve`, or where it handles these signals itself.
///
/// What could not be written before is tried once more. What still cannot be is told by the `saveError` of each shared value. In a test, the values
/// of that test are written.
public func flushSharedStorage() {
  @Dependency(\.pendingSaves) var pendingSaves
  pendingSaves.flush()
}

extension DependencyValues {
  /// What waits to be saved: in the program, or in one test.
  var pendingSaves: PendingSaves { self[PendingSavesKey.self] }

  private enum PendingSavesKey: DependencyKey {
    static let liveValue = PendingSaves.ofProgram
    static var testValue: PendingSaves { PendingSaves() }
  }
}

/// What would be lost if the process ended now. What is in here is kept alive by it.
final class PendingSaves: Sendable {
  /// Those of the program, which are written before it ends.
  static let ofProgram = PendingSaves()

  private let workers = Guarded<[ObjectIdentifier: any FileWorker]>([:])
  private let isArmed = Atomic(false)

  func insert(_ worker: any FileWorker) {
    workers.withLock { $0[ObjectIdentifier(worker)] = worker }
    guard self === Self.ofProgram, !isArmed.exchange(true, ordering: .relaxed)
    else { return }
    atexit { PendingSaves.ofProgram.flush() }
    TerminationSignals.install()
  }

  /// Lets a worker go that has nothing left to write.
  func removeIfDone(_ worker: any FileWorker) {
    // The last holder may be this table, and what ends with the worker may use the table.
    let removed = workers.withLock { workers in
      worker.isCollecting ? nil : workers.removeValue(forKey: ObjectIdentifier(worker))
    }
    withExtendedLifetime(removed) {}
  }

  func flush() {
    let all = workers.withLock { Array($0.values) }
    for worker in all { worker.flush() }
  }
}
