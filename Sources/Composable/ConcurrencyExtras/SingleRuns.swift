import Dispatch
import POSIX
import RuntimeInternals

/// Runs one operation for each id at a time, while other threads that need it wait.
///
/// No lock is held while an operation runs, and it may run others. A run that would close a cycle
/// of waiting threads returns the cycle instead of deadlocking.
package final class SingleRuns<ID: Hashable & Sendable, Note: Sendable>: Sendable {
  package enum Outcome {
    /// The operation has run.
    case ran
    /// Another thread's operation for the id has ended.
    case waited
    /// The operation for the id waits for the caller. These are the notes of the runs from the one
    /// for the id down to the caller's.
    case cycle([Note])
  }

  /// Runs on one thread, each within the one before.
  private final class Chain: @unchecked Sendable {
    // Unchecked for both, which are used under the lock of the state.
    var runs: [(id: ID, note: Note)] = []
    /// The id that another chain runs for, and this one waits for.
    var awaited: ID?
  }

  private struct State {
    /// The chain that runs for each id.
    var owners: [ID: Chain] = [:]
    var waiting: [ID: [(chain: Chain, semaphore: DispatchSemaphore)]] = [:]

    /// The notes of the runs from an id's run to a chain, if that run waits for the chain.
    func cycle(from id: ID, to chain: Chain) -> [Note]? {
      var id = id
      var notes: [Note] = []
      while let owner = owners[id] {
        notes += owner.runs.drop { $0.id != id }.map(\.note)
        if owner === chain { return notes }
        guard let next = owner.awaited
        else { return nil }
        id = next
      }
      return nil
    }
  }

  private let state = Mutex(State())
  private let current = ThreadLocal<Chain>()

  package init() {}

  /// Runs an operation for an id, or waits while another thread does.
  ///
  /// - Parameters:
  ///   - id: The id; one run per id at a time.
  ///   - note: The description in a cycle.
  ///   - operation: The operation.
  package func run(_ id: ID, _ note: Note, _ operation: () -> Void) -> Outcome {
    let chain = current.value ?? Chain()
    let (outcome, semaphore) = state.withLock { state -> (Outcome, DispatchSemaphore?) in
      guard state.owners[id] != nil
      else {
        state.owners[id] = chain
        chain.runs.append((id, note))
        return (.ran, nil)
      }
      if let cycle = state.cycle(from: id, to: chain) { return (.cycle(cycle), nil) }
      let semaphore = DispatchSemaphore(value: 0)
      chain.awaited = id
      state.waiting[id, default: []].append((chain, semaphore))
      return (.waited, semaphore)
    }
    switch outcome {
    case .ran:
      defer { end(id, chain) }
      current.withValue(chain, operation)
    case .waited:
      semaphore?.wait()
    case .cycle:
      break
    }
    return outcome
  }

  private func end(_ id: ID, _ chain: Chain) {
    let waiting = state.withLock { state in
      state.owners[id] = nil
      chain.runs.removeLast()
      let waiting = state.waiting.removeValue(forKey: id) ?? []
      for waiter in waiting { waiter.chain.awaited = nil }
      return waiting
    }
    for waiter in waiting { waiter.semaphore.signal() }
  }
}
