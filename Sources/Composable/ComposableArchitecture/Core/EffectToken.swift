import POSIX

/// A part of the running effects that can be cancelled as a whole: all that follows from one
/// action sent, the work under one id, or one task.
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

  /// Says what cancels the work of this token. Called at once where that has happened already.
  func attach(_ cancel: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock { state in
      state.cancel = cancel
      return state.isCancelled
    }
    if isCancelled { cancel() }
  }

  func cancel() {
    let (cancel, children) = state.withLock { state in
      guard !state.isCancelled
      else { return (nil as (@Sendable () -> Void)?, [EffectToken]()) }
      state.isCancelled = true
      return (state.cancel, Array(state.children.values))
    }
    // Outside of the lock: what is done about a cancellation may lead back here.
    cancel?()
    for child in children { child.cancel() }
  }

  /// Ends the token: there is nothing to cancel any more.
  func end() {
    // What the closure holds ends after the lock is left.
    let cancel = state.withLock { state in
      defer { state.cancel = nil }
      state.hasEnded = true
      return state.cancel
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
