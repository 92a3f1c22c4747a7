import POSIX

/// Effects that can be canceled together: those of an action that was sent from outside, the work
/// with an id, or one task.
final class EffectToken: Sendable {
  private struct TokenState {
    var isCancelled = false
    var hasEnded = false
    var cancel: (@Sendable () -> Void)?
    var children: [ObjectIdentifier: EffectToken] = [:]
  }

  private let state = Mutex(TokenState())
  private weak let parent: EffectToken?

  init(parent: EffectToken? = nil) {
    self.parent = parent
    parent?.add(self)
  }

  var isCancelled: Bool {
    state.withLock { $0.isCancelled }
  }

  /// Whether the work is done.
  var hasEnded: Bool {
    state.withLock { $0.hasEnded }
  }

  /// Sets the cancellation handler. Called at once if the token is already canceled.
  func attach(_ cancel: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock { state in
      state.cancel = cancel
      return state.isCancelled
    }
    if isCancelled { cancel() }
  }

  func cancel() {
    let before = state.withLock { state in
      defer { state.isCancelled = true }
      return state
    }
    guard !before.isCancelled
    else { return }
    // Outside of the lock: a cancellation may call back.
    before.cancel?()
    for child in before.children.values { child.cancel() }
  }

  /// Ends the token: nothing is left to cancel.
  func end() {
    // The closure's contents are released after the lock.
    let cancel = state.withLock { state in
      state.hasEnded = true
      return state.cancel.take()
    }
    withExtendedLifetime(cancel) {}
    parent?.remove(self)
  }

  private func add(_ child: EffectToken) {
    let isCancelled = state.withLock { state in
      state.children[ObjectIdentifier(child)] = child
      return state.isCancelled
    }
    if isCancelled { child.cancel() }
  }

  private func remove(_ child: EffectToken) {
    _ = state.withLock { $0.children.removeValue(forKey: ObjectIdentifier(child)) }
  }
}
