import ConcurrencyExtras

/// A part of the running effects that can be cancelled as a whole: all that follows from one
/// action sent, the work under one id, or one task.
final class EffectToken: @unchecked Sendable {
  private let lock = Lock()
  private var cancelled = false
  private var ended = false
  private var cancelTask: (@Sendable () -> Void)?
  private var children: [ObjectIdentifier: EffectToken] = [:]
  private weak var parent: EffectToken?

  init(parent: EffectToken? = nil) {
    self.parent = parent
    parent?.add(self)
  }

  var isCancelled: Bool {
    lock.withLock { cancelled }
  }

  /// Whether the work is done.
  var hasEnded: Bool {
    lock.withLock { ended }
  }

  /// Says what cancels the work of this token. Called at once where that has happened already.
  func attach(_ cancel: @escaping @Sendable () -> Void) {
    let isCancelled = lock.withLock {
      cancelTask = cancel
      return cancelled
    }
    if isCancelled { cancel() }
  }

  func cancel() {
    let (task, children) = lock.withLock {
      guard !cancelled
      else { return (nil as (@Sendable () -> Void)?, [EffectToken]()) }
      cancelled = true
      return (cancelTask, Array(self.children.values))
    }
    // Outside of the lock: what is done about a cancellation may lead back here.
    task?()
    for child in children { child.cancel() }
  }

  /// Ends the token: there is nothing to cancel any more.
  func end() {
    lock.withLock {
      cancelTask = nil
      ended = true
    }
    parent?.remove(self)
  }

  private func add(_ child: EffectToken) {
    let isCancelled = lock.withLock {
      children[ObjectIdentifier(child)] = child
      return cancelled
    }
    if isCancelled { child.cancel() }
  }

  private func remove(_ child: EffectToken) {
    _ = lock.withLock { children.removeValue(forKey: ObjectIdentifier(child)) }
  }
}
