import Dependencies
import Foundation
import POSIX
import struct Synchronization.Atomic

/// Writes all pending shared values at once, and waits until that is done.
///
/// Values of ``SharedReaderKey/fileStorage(_:decoder:encoder:)`` and `appStorage` keys are written
/// at most once a second. If a program ends normally, or by SIGTERM or SIGINT, pending values are
/// written automatically. Call this if a program ends in another way, such as by `_exit` or
/// `execve`, or handles these signals itself.
///
/// Failed writes are retried once. If they fail again, the `saveError` of each shared value has the
/// error. In a test, the test's values are written.
public func flushSharedStorage() {
  @Dependency(\.pendingSaves) var pendingSaves
  pendingSaves.flush()
}

extension DependencyValues {
  /// The pending saves: of the program, or of one test.
  var pendingSaves: PendingSaves { self[PendingSavesKey.self] }

  private enum PendingSavesKey: DependencyKey {
    static let liveValue = PendingSaves.ofProgram
    static var testValue: PendingSaves { PendingSaves() }
  }
}

/// Something that would be lost if the process ended now.
protocol PendingSave: AnyObject, Sendable {
  /// Writes pending values, and waits until that is done.
  ///
  /// An observer that calls it during a save can't wait for the save: it is repeated afterwards, or
  /// done immediately if the caller will not return because the process ends. Before the end of the
  /// process, threads that don't return from an observer are not waited for.
  func flush(beforeEnd isEnding: Bool)
}

/// The files with pending changes, which this keeps alive.
final class PendingSaves: Sendable {
  /// The program's pending saves, written before it ends.
  static let ofProgram = PendingSaves()

  /// The time in seconds that the program's end waits for a thread that may be stuck.
  static let patience = 1

  private struct Saves {
    /// Shared values whose changes a key has not been given yet.
    var values: [ObjectIdentifier: any PendingSave] = [:]
    var files: [ObjectIdentifier: any PendingSave] = [:]
  }

  private let saves = Mutex(Saves())
  private let isArmed = Atomic(false)
  /// The threads that end the program.
  private let exits = Atomic(0)

  /// Takes a file that has changes to be written.
  func insert(_ file: any FileWorker) {
    saves.withLock { $0.files[ObjectIdentifier(file)] = file }
    arm()
  }

  /// Releases a file without pending changes.
  func removeIfDone(_ file: any FileWorker) {
    // This table may be the last owner, and the file's deinitializer may use the table.
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
    // Two threads may end the program at once. Each does the work that the other has not begun, and
    // the first without remaining work ends it, so there are two rounds.
    for _ in 0..<2 { Self.flushAtExit() }
    TerminationSignals.install()
  }

  private static func flushAtExit() {
    atexit {
      let saves = PendingSaves.ofProgram
      let isAlone = saves.exits.add(1, ordering: .relaxed).oldValue == 0
      // For one more thread.
      if !isAlone { PendingSaves.flushAtExit() }
      saves.flush(beforeEnd: true)
      saves.exits.subtract(1, ordering: .relaxed)
    }
  }

  func flush(beforeEnd isEnding: Bool = false) {
    for value in saves.withLock({ Array($0.values.values) }) { value.flush(beforeEnd: isEnding) }
    for file in saves.withLock({ Array($0.files.values) }) { file.flush(beforeEnd: isEnding) }
  }
}
