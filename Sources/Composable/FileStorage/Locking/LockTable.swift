import Foundation
import POSIX
import struct Synchronization.Atomic

/// Serializes access to a file among the callers in this process.
///
/// A key is never handed over: a waiter is woken, and takes the key once it runs. A task that was
/// handed a key would hold it while it waits for a thread, and all threads may be waiting for that
/// key. For the same reason, a thread is woken together with a task, since it can continue at once.
final class LockTable: Sendable {
  private struct Entry {
    var isTaken = false
    /// Got from the other processes by a thread that has nothing to do with it.
    var offer: ProcessLock?
    var tasks: [(id: UInt64, continuation: CheckedContinuation<Void, any Error>)] = []
    var threads: [DispatchSemaphore] = []

    /// Removes and returns the waiters to wake.
    mutating func next() -> Woken {
      Woken(
        task: tasks.isEmpty ? nil : tasks.removeFirst().continuation,
        thread: threads.isEmpty ? nil : threads.removeFirst())
    }

    var isAwaited: Bool { !tasks.isEmpty || !threads.isEmpty }
  }

  private struct Woken {
    var task: CheckedContinuation<Void, any Error>?
    var thread: DispatchSemaphore?

    func wake() {
      task?.resume()
      thread?.signal()
    }
  }

  private enum Claim {
    case taken(ProcessLock?)
    case wait(DispatchSemaphore)
  }

  private let entries = Mutex<[String: Entry]>([:])
  private let nextID = Atomic<UInt64>(0)

  /// Waits, with its thread, until key and lock are the caller's.
  ///
  /// - Parameter lock: The lock against other processes; `nil` if not needed.
  /// - Returns: The lock that is held now.
  func acquire(_ key: String, _ lock: ProcessLock?) throws(FileStorageError) -> ProcessLock? {
    while true {
      let claim = entries.withLock { entries -> Claim in
        if let taken = Self.claim(key, in: &entries) { return taken }
        let semaphore = DispatchSemaphore(value: 0)
        entries[key]?.threads.append(semaphore)
        return .wait(semaphore)
      }
      switch claim {
      case .wait(let semaphore):
        semaphore.wait()
      case .taken(let offer?):
        return offer
      case .taken(nil):
        do throws(FileStorageError) {
          try lock?.acquire()
          return lock
        } catch {
          release(key)
          throw error
        }
      }
    }
  }

  /// Takes key and lock if they are free. Otherwise the caller must ``wait(_:)`` and try again.
  ///
  /// Does not suspend: a task that held the key on its way to its actor would deadlock with a caller
  /// that blocks the actor's thread.
  ///
  /// - Returns: The lock that is held now, if both are the caller's.
  /// - Throws: `CancellationError` when the task is canceled before.
  func acquireIfFree(_ key: String, _ lock: ProcessLock?) throws -> (
    isHeld: Bool, lock: ProcessLock?
  ) {
    if Task.isCancelled {
      passOn(key)
      throw CancellationError()
    }
    guard case .taken(let offer)? = entries.withLock({ Self.claim(key, in: &$0) })
    else { return (false, nil) }
    guard let lock, offer == nil
    else { return (true, offer) }
    do {
      if try lock.acquireIfFree() { return (true, lock) }
    } catch {
      release(key)
      throw error
    }
    waitForOthers(key, lock)
    return (false, nil)
  }

  /// Gives the key back.
  func release(_ key: String) {
    let woken = entries.withLock { entries -> Woken? in
      entries[key]?.isTaken = false
      guard entries[key]?.isAwaited == true
      else {
        entries[key] = nil
        return nil
      }
      return entries[key]?.next()
    }
    woken?.wake()
  }

  private static func claim(_ key: String, in entries: inout [String: Entry]) -> Claim? {
    guard !entries[key, default: Entry()].isTaken
    else { return nil }
    let offer = entries[key]?.offer
    entries[key, default: Entry()].isTaken = true
    entries[key]?.offer = nil
    return .taken(offer)
  }

  /// The system can neither wait for a lock without a thread nor cancel such a wait. So a thread
  /// that belongs to no task waits, at most one for each file, and offers the lock that it gets.
  private func waitForOthers(_ key: String, _ lock: ProcessLock) {
    Thread.detachNewThread { [self] in
      do throws(FileStorageError) {
        try lock.acquire()
      } catch {
        // Waiters retry, and get the same error.
        release(key)
        return
      }
      entries.withLock {
        $0[key]?.isTaken = false
        $0[key]?.offer = lock
      }
      passOn(key)
    }
  }

  /// Wakes the next waiters for a free key, or drops the lock if none wait.
  private func passOn(_ key: String) {
    let (woken, dropped) = entries.withLock { entries -> (Woken?, ProcessLock?) in
      guard let entry = entries[key], !entry.isTaken
      else { return (nil, nil) }
      guard entry.isAwaited
      else {
        entries[key] = nil
        return (nil, entry.offer)
      }
      return (entries[key]?.next(), nil)
    }
    woken?.wake()
    dropped?.release()
  }

  /// Waits, without a thread of the caller's, until the key may be free.
  ///
  /// - Throws: `CancellationError` when the task is canceled before.
  func wait(_ key: String) async throws {
    let id = nextID.add(1, ordering: .relaxed).newValue
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome = entries.withLock { entries -> Result<Void, any Error>? in
          // A cancellation after this finds the task in the queue.
          if Task.isCancelled { return .failure(CancellationError()) }
          guard entries[key]?.isTaken == true
          else { return .success(()) }
          entries[key]?.tasks.append((id, continuation))
          return nil
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      let continuation = entries.withLock {
        entries -> CheckedContinuation<Void, any Error>? in
        guard let index = entries[key]?.tasks.firstIndex(where: { $0.id == id })
        else { return nil }
        return entries[key]?.tasks.remove(at: index).continuation
      }
      continuation?.resume(throwing: CancellationError())
    }
  }
}
