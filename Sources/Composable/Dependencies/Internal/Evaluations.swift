import ConcurrencyExtras
import Foundation

/// The default values that are being computed at this moment, in the whole process.
///
/// A default value may read other dependencies, so it is computed without a lock held. This is the
/// book-keeping that lets each value be computed once all the same: a second reader waits for the
/// first, unless the first waits for the second, in which case the two form a cycle.
///
/// Computing is synchronous, so the thread identifies the computation.
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

  fileprivate typealias ThreadID = ObjectIdentifier

  fileprivate struct State {
    var owners: [ValueID: ThreadID] = [:]
    var stacks: [ThreadID: [(id: ValueID, access: DependencyAccess)]] = [:]
    var waits: [ThreadID: ValueID] = [:]
  }

  /// Held wherever the state is used, so that no end of a computation is missed.
  private let condition = NSCondition()
  private let state = Protected(State())

  func begin(_ id: ValueID, _ access: DependencyAccess, in cache: DependencyCache) -> Admission {
    let me = ThreadID(Thread.current)
    condition.lock()
    defer { condition.unlock() }
    while true {
      let (isOwned, cycle) = state.withLock { state in
        guard let owner = state.owners[id]
        else { return (false, [String]?.none) }
        let cycle = state.cycle(from: id, ownedBy: owner, to: me)
        if cycle == nil { state.waits[me] = id }
        return (true, cycle)
      }
      if let cycle { return .cycle(cycle + [access.name]) }
      guard isOwned
      else { break }
      condition.wait()
      state.withLock { $0.waits[me] = nil }
    }
    if let box = cache[id.value] { return .ready(box) }
    state.withLock { state in
      state.owners[id] = me
      state.stacks[me, default: []].append((id, access))
    }
    return .compute
  }

  func finish(_ id: ValueID) {
    let me = ThreadID(Thread.current)
    condition.lock()
    defer { condition.unlock() }
    state.withLock { state in
      state.owners[id] = nil
      state.stacks[me]?.removeLast()
      if state.stacks[me]?.isEmpty == true { state.stacks[me] = nil }
    }
    condition.broadcast()
  }

}

extension Evaluations.State {
  /// The names on the way from `id` over what its computation waits for, if that leads to `me`.
  fileprivate func cycle(
    from id: Evaluations.ValueID, ownedBy owner: Evaluations.ThreadID, to me: Evaluations.ThreadID
  ) -> [String]? {
    var (id, owner) = (id, owner)
    var names: [String] = []
    while true {
      let stack = stacks[owner] ?? []
      names += stack.drop { $0.id != id }.map(\.access.name)
      if owner == me { return names }
      guard let next = waits[owner], let nextOwner = owners[next]
      else { return nil }
      (id, owner) = (next, nextOwner)
    }
  }
}
