import POSIX

/// The effects of an action that was sent from outside, and the effects of the actions that these
/// send.
final class EffectGroup: Sendable {
  private struct Running {
    var count = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  let token: EffectToken
  private let running = Mutex(Running())

  init(under parent: EffectToken) {
    token = EffectToken(parent: parent)
  }

  func start() {
    running.withLock { $0.count += 1 }
  }

  func end() {
    let waiters = running.withLock { running in
      running.count -= 1
      guard running.count == 0
      else { return [CheckedContinuation<Void, Never>]() }
      defer { running.waiters = [] }
      return running.waiters
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
    running.withLock { $0.count > 0 }
  }

  /// Waits until nothing runs. Canceling the waiting task cancels the effects.
  nonisolated(nonsending)
    func finish() async
  {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDone = running.withLock { running in
          if running.count > 0 { running.waiters.append(continuation) }
          return running.count == 0
        }
        if isDone { continuation.resume() }
      }
    } onCancel: {
      cancel()
    }
  }
}
