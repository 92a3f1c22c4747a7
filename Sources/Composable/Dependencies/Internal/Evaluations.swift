import Foundation

/// The default values that are being computed at this moment, in the whole process.
///
/// A default value may read other dependencies, so it is computed without a lock held. This is the
/// book-keeping that lets each value be computed once all the same: a second reader waits for the
/// first, unless the first waits for the second, in which case the two form a cycle.
///
/// Computing is synchronous, so the thread identifies who computes.
final class Evaluations: @unchecked Sendable {
  static let shared = Evaluations()

  struct ID: Hashable {
    let cache: ObjectIdentifier
    let value: UInt
  }

  enum Admission {
    /// The caller computes the value and calls ``finish(_:)``.
    case compute
    /// Another thread has computed it in the meantime.
    case ready(AnyBox)
    /// The value needs itself; the names are the way from it back to it.
    case cycle([String])
  }

  private typealias ThreadID = ObjectIdentifier

  private let condition = NSCondition()
  private var owners: [ID: ThreadID] = [:]
  private var stacks: [ThreadID: [(id: ID, access: DependencyAccess)]] = [:]
  private var waits: [ThreadID: ID] = [:]

  func begin(_ id: ID, _ access: DependencyAccess, in cache: DependencyCache) -> Admission {
    let me = ThreadID(Thread.current)
    condition.lock()
    defer { condition.unlock() }
    while let owner = owners[id] {
      if let cycle = cycle(from: id, ownedBy: owner, to: me) {
        return .cycle(cycle + [access.name])
      }
      waits[me] = id
      condition.wait()
      waits[me] = nil
    }
    if let box = cache[id.value] { return .ready(box) }
    owners[id] = me
    stacks[me, default: []].append((id, access))
    return .compute
  }

  func finish(_ id: ID) {
    let me = ThreadID(Thread.current)
    condition.lock()
    defer { condition.unlock() }
    owners[id] = nil
    stacks[me]?.removeLast()
    if stacks[me]?.isEmpty == true { stacks[me] = nil }
    condition.broadcast()
  }

  /// The names on the way from `id` over what its computation waits for, if that leads to `me`.
  private func cycle(from id: ID, ownedBy owner: ThreadID, to me: ThreadID) -> [String]? {
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
