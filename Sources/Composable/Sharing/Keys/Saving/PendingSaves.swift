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
/// What could not be written before is tried once more. What still cannot be is told by the
/// `saveError` of each shared value. In a test, the values of that test are written.
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

/// Something that would be lost if the process ended now.
protocol PendingSave: AnyObject, Sendable {
  /// Writes what is left, and waits until that is done.
  ///
  /// Called in the middle of the writing, by an observer, it cannot wait for it: that is then done
  /// right after; or at once, if the caller will not return because the process ends.
  func flush(beforeEnd isEnding: Bool)
}

/// What would be lost if the process ended now. What is in here is kept alive by it.
final class PendingSaves: Sendable {
  /// Those of the program, which are written before it ends.
  static let ofProgram = PendingSaves()

  private struct Saves {
    /// Shared values whose changes a key has not been given yet.
    var values: [ObjectIdentifier: any PendingSave] = [:]
    var files: [ObjectIdentifier: any PendingSave] = [:]
  }

  private let saves = Protected(Saves())
  private let isArmed = Atomic(false)

  /// Takes a file that has changes to be written.
  func insert(_ file: any FileWorker) {
    saves.withLock { $0.files[ObjectIdentifier(file)] = file }
    arm()
  }

  /// Lets a file go that has nothing left to be written.
  func removeIfDone(_ file: any FileWorker) {
    // The last holder may be this table, and what ends with the file may use the table.
    let removed = saves.withLock { saves in
      file.isDone ? saves.files.removeValue(forKey: ObjectIdentifier(file)) : nil
    }
    withExtendedLifetime(removed) {}
  }

  /// Takes a value with a change that a key has not been given yet.
  func insert<Key>(_ value: KeyPersistence<Key>) {
    saves.withLock { $0.values[ObjectIdentifier(value)] = value }
    arm()
  }

  func remove<Key>(_ value: KeyPersistence<Key>) {
    _ = saves.withLock { $0.values.removeValue(forKey: ObjectIdentifier(value)) }
  }

  private func arm() {
    guard self === Self.ofProgram, !isArmed.exchange(true, ordering: .relaxed)
    else { return }
    atexit { PendingSaves.ofProgram.flush(beforeEnd: true) }
    TerminationSignals.install()
  }

  func flush(beforeEnd isEnding: Bool = false) {
    for value in saves.withLock({ Array($0.values.values) }) { value.flush(beforeEnd: isEnding) }
    for file in saves.withLock({ Array($0.files.values) }) { file.flush(beforeEnd: isEnding) }
  }
}
