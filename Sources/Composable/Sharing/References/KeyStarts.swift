import Dispatch
import POSIX

/// Starts each key once, while other callers that need it wait.
///
/// A key's `load` may use other shared values, and so start their keys. Callers that wait for each
/// other in a circle would wait forever: the one that would close the circle goes on instead, and
/// its property has the default until the key has loaded.
final class KeyStarts: Sendable {
  static let shared = KeyStarts()

  /// Starts of keys, each within the one before.
  private final class Chain: @unchecked Sendable {
    // Unchecked for the key, which is used under the lock of the state.
    /// The key whose start the chain waits for.
    var awaited: ObjectIdentifier?
  }

  private static let current = ThreadLocal<Chain>()

  private struct State {
    /// The chain that starts each key.
    var starters: [ObjectIdentifier: Chain] = [:]
    var waiting: [ObjectIdentifier: [DispatchSemaphore]] = [:]

    /// Whether a chain would wait for itself.
    func wouldWaitForever(_ chain: Chain, for key: ObjectIdentifier) -> Bool {
      var key = key
      while let starter = starters[key] {
        if starter === chain { return true }
        guard let next = starter.awaited
        else { return false }
        key = next
      }
      return false
    }
  }

  enum Outcome {
    /// The operation has started the key.
    case started
    /// Another caller has started it meanwhile, or has given up.
    case waited
    /// The caller that starts it waits for this one.
    case cycle
  }

  private let state = Mutex(State())

  /// Runs an operation that starts a key, or waits while another caller does.
  func run(_ key: ObjectIdentifier, _ operation: () -> Void) -> Outcome {
    let chain = Self.current.value ?? Chain()
    let semaphore = DispatchSemaphore(value: 0)
    let outcome = state.withLock { state -> Outcome in
      guard state.starters[key] != nil
      else {
        state.starters[key] = chain
        return .started
      }
      if state.wouldWaitForever(chain, for: key) { return .cycle }
      chain.awaited = key
      state.waiting[key, default: []].append(semaphore)
      return .waited
    }
    switch outcome {
    case .started:
      defer { end(key) }
      Self.current.withValue(chain, operation)
    case .waited:
      semaphore.wait()
      state.withLock { _ in chain.awaited = nil }
    case .cycle:
      break
    }
    return outcome
  }

  private func end(_ key: ObjectIdentifier) {
    let waiting = state.withLock { state in
      state.starters[key] = nil
      return state.waiting.removeValue(forKey: key) ?? []
    }
    for semaphore in waiting { semaphore.signal() }
  }
}
