import ConcurrencyExtras

/// Everything that follows from one action that was sent from outside: its effects, and the effects
/// of the actions which they send.
final class EffectGroup: @unchecked Sendable {
  let token: EffectToken
  private let lock = Lock()
  private var running = 0
  private var waiters: [CheckedContinuation<Void, Never>] = []

  init(under parent: EffectToken) {
    token = EffectToken(parent: parent)
  }

  func start() {
    lock.withLock { running += 1 }
  }

  func end() {
    let waiters = lock.withLock {
      running -= 1
      guard running == 0
      else { return [CheckedContinuation<Void, Never>]() }
      defer { self.waiters = [] }
      return self.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  deinit {
    token.end()
  }

  func cancel() {
    token.cancel()
  }

  var isRunning: Bool {
    lock.withLock { running > 0 }
  }

  /// Waits until nothing runs. Cancelling the one who waits cancels the effects.
  func finish() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDone = lock.withLock {
          if running > 0 { waiters.append(continuation) }
          return running == 0
        }
        if isDone { continuation.resume() }
      }
    } onCancel: {
      cancel()
    }
  }
}
