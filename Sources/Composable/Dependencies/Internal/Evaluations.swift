import Foundation
import POSIX

/// The default values that are being computed at this moment, in the whole process.
///
/// A default value may read other dependencies, so it is computed without a lock held. This is the
/// book-keeping that lets each value be computed once all the same: a second reader waits for the
/// first, unless the first waits for the second, in which case the two form a cycle.
///
/// A value is computed synchronously, so the values that its computation reads form a chain, which
/// belongs to one thread until its first value is there.
final class Evaluations: Sendable {
  static let shared = Evaluations()

  struct ValueID: Hashable, Sendable {
    let cache: ObjectIdentifier
    let value: UInt
  }

  enum Admission {
    /// The caller computes the value and calls ``finish(_:)``.
    case compute
    /// Another thread has computed it in the meantime.
    case ready(AnyDependencyBox)
    /// The value needs itself; the names are the way from it back to it.
    case cycle([String])
  }

  /// Values that are being computed, each for the one before.
  fileprivate final class Chain: @unchecked Sendable {
    // Unchecked for both, which are used under the lock of the state.
    var stack: [(id: ValueID, access: DependencyAccess)] = []
    /// The value that another chain computes, and this one waits for.
    var awaited: ValueID?
  }

  private static let current = ThreadLocal<Chain>()

  fileprivate struct State {
    var owners: [ValueID: Chain] = [:]
  }

  /// Held wherever the state is used, so that no end of a computation is missed.
  private let condition = NSCondition()
  private let state = Mutex(State())

  func begin(_ id: ValueID, _ access: DependencyAccess, in cache: DependencyCache) -> Admission {
    let chain = Self.current.value ?? Chain()
    condition.lock()
    defer { condition.unlock() }
    while true {
      let (isOwned, cycle) = state.withLock { state in
        guard let owner = state.owners[id]
        else { return (false, [String]?.none) }
        let cycle = state.cycle(from: id, ownedBy: owner, to: chain)
        if cycle == nil { chain.awaited = id }
        return (true, cycle)
      }
      if let cycle { return .cycle(cycle + [access.name]) }
      guard isOwned
      else { break }
      condition.wait()
      state.withLock { _ in chain.awaited = nil }
    }
    if let box = cache[id.value] { return .ready(box) }
    state.withLock { state in
      state.owners[id] = chain
      chain.stack.append((id, access))
    }
    Self.current.value = chain
    return .compute
  }

  func finish(_ id: ValueID) {
    condition.lock()
    defer { condition.unlock() }
    state.withLock { state in
      let chain = state.owners.removeValue(forKey: id)
      chain?.stack.removeLast()
      if chain?.stack.isEmpty != false { Self.current.value = nil }
    }
    condition.broadcast()
  }
}

extension Evaluations.State {
  /// The names on the way from `id` over what its computation waits for, if that leads to `chain`.
  fileprivate func cycle(
    from id: Evaluations.ValueID, ownedBy owner: Evaluations.Chain, to chain: Evaluations.Chain
  ) -> [String]? {
    var (id, owner) = (id, owner)
    var names: [String] = []
    while true {
      names += owner.stack.drop { $0.id != id }.map(\.access.name)
      if owner === chain { return names }
      guard let next = owner.awaited, let nextOwner = owners[next]
      else { return nil }
      (id, owner) = (next, nextOwner)
    }
  }
}
