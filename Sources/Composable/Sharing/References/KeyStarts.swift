import ConcurrencyExtras
import Dispatch
import Foundation

/// Makes sure that one thread starts each key, while others that need it wait.
///
/// A key's `load` may use other shared values, and so start their keys. Threads that wait for each
/// other in a circle would wait forever: the one that would close the circle goes on instead, and
/// its property has the default until the key has loaded.
final class KeyStarts: Sendable {
  static let shared = KeyStarts()

  private struct State {
    /// The thread that starts each key.
    var starters: [ObjectIdentifier: pthread_t] = [:]
    /// Which key a thread waits for.
    var awaited: [pthread_t: ObjectIdentifier] = [:]
    var waiting: [ObjectIdentifier: [DispatchSemaphore]] = [:]

    /// Whether a thread would wait for itself.
    func wouldWaitForever(_ thread: pthread_t, for key: ObjectIdentifier) -> Bool {
      var key = key
      while let starter = starters[key] {
        if starter == thread { return true }
        guard let next = awaited[starter]
        else { return false }
        key = next
      }
      return false
    }
  }

  enum Turn {
    /// The caller starts the key, and then calls ``end(_:)``.
    case mine
    /// Another thread has started it meanwhile, or has given up.
    case over
    /// The thread that starts it waits for this one.
    case cycle
  }

  private let state = Protected(State())

  func begin(_ key: ObjectIdentifier) -> Turn {
    let thread = pthread_self()
    let semaphore = DispatchSemaphore(value: 0)
    let turn = state.withLock { state -> Turn? in
      guard state.starters[key] != nil
      else {
        state.starters[key] = thread
        return .mine
      }
      if state.wouldWaitForever(thread, for: key) { return .cycle }
      state.awaited[thread] = key
      state.waiting[key, default: []].append(semaphore)
      return nil
    }
    if let turn { return turn }
    semaphore.wait()
    state.withLock { $0.awaited[thread] = nil }
    return .over
  }

  func end(_ key: ObjectIdentifier) {
    let waiting = state.withLock { state in
      state.starters[key] = nil
      return state.waiting.removeValue(forKey: key) ?? []
    }
    for semaphore in waiting { semaphore.signal() }
  }
}
