/// The effects of an action sent to a store, and of the actions they send.
public struct StoreTask: Hashable, Sendable {
  let group: EffectGroup?

  init(_ group: EffectGroup?) {
    self.group = group
  }

  /// Cancels the effects without waiting for their end; see ``finish()``.
  public func cancel() {
    group?.cancel()
  }

  /// Waits until the effects have ended. Canceling the task that waits cancels the effects.
  nonisolated(nonsending)
    public func finish() async
  {
    await group?.finish()
  }

  /// Whether the effects have been canceled.
  public var isCancelled: Bool {
    group?.token.isCancelled ?? true
  }

  /// Whether both belong to the same sent action. Actions without effects are all equal.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.group === rhs.group
  }

  /// Hashes the identity of the sent action.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(group.map(ObjectIdentifier.init))
  }
}
