import ConcurrencyExtras
import POSIX

extension Effect {
  /// Sends at most one action per interval, from any of the effects with the id.
  ///
  /// The first action is sent at once. Of the actions during the following interval, the latest or
  /// the first is sent at its end.
  ///
  /// - Parameters:
  ///   - id: Throttles the effects with this id, and cancels a pending action.
  ///   - interval: The time between two actions.
  ///   - clock: The clock that measures the intervals.
  ///   - latest: Whether it is the latest action that is held back.
  public func throttle(
    id: some Hashable & Sendable, for interval: Duration, clock: any Clock<Duration>, latest: Bool
  ) -> Self {
    let id = EffectID(id)
    let settings = Throttle<Action>.Parameters(
      id: id, interval: interval, clock: AnyClock(clock), isLatest: latest)
    return Self(operation?.throttled(settings))
  }

  /// Sends at most one action per interval, from any of the effects with the id.
  ///
  /// - Parameters:
  ///   - id: Throttles the effects with this id, and cancels a pending action.
  ///   - interval: The time between two actions.
  ///   - scheduler: The scheduler that measures the intervals.
  ///   - latest: Whether it is the latest action that is held back.
  public func throttle(
    id: some Hashable & Sendable, for interval: MainQueue.Stride, scheduler: MainQueue, latest: Bool
  ) -> Self {
    throttle(id: id, for: interval.duration, clock: scheduler.clock, latest: latest)
  }

  /// Sends at most one action per interval, from any of the effects with the id.
  ///
  /// - Parameters:
  ///   - id: Throttles the effects with this id, and cancels a pending action.
  ///   - interval: The time between two actions.
  ///   - scheduler: The queue of a test to measure the time by.
  ///   - latest: Whether it is the latest action that is held back.
  public func throttle(
    id: some Hashable & Sendable, for interval: MainQueue.Stride, scheduler: TestQueue, latest: Bool
  ) -> Self {
    throttle(id: id, for: interval, scheduler: scheduler.eraseToAnyScheduler(), latest: latest)
  }
}

extension EffectOperation {
  fileprivate func throttled(_ settings: Throttle<Action>.Parameters) -> EffectOperation {
    replacingSources { action in
      Effect.run { send in
        let throttle = settings.throttle
        defer { throttle.leave() }
        if let wait = await throttle.receive(action.value, settings, send) {
          await throttle.release(wait, settings, send)
        }
      }
      .operation ?? .action(action)
    } run: { run in
      run.replacing { send in
        let throttle = settings.throttle
        defer { throttle.leave() }
        let (waits, continuation) = AsyncStream<Throttle<Action>.Wait>.makeStream()
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            await run.operation(
              Send { action in
                if let wait = throttle.receive(action, settings, send) {
                  continuation.yield(wait)
                }
              })
            continuation.finish()
          }
          for await wait in waits {
            group.addTask { await throttle.release(wait, settings, send) }
          }
        }
      }
    }
  }
}

/// The last action under an id in a store, and the pending one.
private final class Throttle<Action>: RegistryObject {
  struct Parameters: Sendable {
    let id: EffectID
    let interval: Duration
    let clock: AnyClock<Duration>
    let isLatest: Bool

    /// The throttle shared by all effects with the id. Leave it after the last use.
    var throttle: Throttle {
      EffectRegistry.current.shared(id) { Throttle(clock: clock) }
    }
  }

  /// The caller must wait for the end of the interval and send the pending action.
  struct Wait: Sendable {
    fileprivate let opening: AnyClock<Duration>.Instant
    fileprivate let number: UInt64
    fileprivate let token: EffectToken
  }

  private struct Passage {
    var userCount = 0
    var nextOpening: AnyClock<Duration>.Instant?
    /// Unchecked because it only moves from the main actor and back.
    var held: UncheckedSendable<Action>?
    /// The number of the wait at whose end `held` is released.
    var waitCount: UInt64 = 0
  }

  private let clock: AnyClock<Duration>
  private let passage = Mutex(Passage())

  init(clock: AnyClock<Duration>) {
    self.clock = clock
  }

  func enter() {
    passage.withLock { $0.userCount += 1 }
  }

  func leave() {
    passage.withLock { $0.userCount -= 1 }
  }

  var isUnused: Bool {
    let now = clock.now
    return passage.withLock {
      $0.userCount == 0 && $0.held == nil && $0.nextOpening.map { $0 <= now } ?? true
    }
  }

  /// Sends an action, or holds it back.
  ///
  /// - Returns: A wait, if this action begins one.
  @MainActor
  func receive(_ action: Action, _ settings: Parameters, _ send: Send<Action>) -> Wait? {
    let now = settings.clock.now
    let held = UncheckedSendable(action)
    let (isOpen, wait) = passage.withLock { passage -> (Bool, Wait?) in
      guard let nextOpening = passage.nextOpening, now < nextOpening
      else {
        passage.nextOpening = now.advanced(by: settings.interval)
        // This action takes the place of one whose wait is over, but has not been woken yet.
        passage.held = nil
        return (true, nil)
      }
      if passage.held != nil {
        if settings.isLatest { passage.held = held }
        return (false, nil)
      }
      passage.held = held
      passage.waitCount += 1
      return (false, Wait(opening: nextOpening, number: passage.waitCount, token: EffectToken()))
    }
    if isOpen { send(action) }
    if let wait {
      wait.token.attach { self.drop(wait.number) }
      EffectRegistry.current.register(wait.token, under: settings.id, cancelInFlight: false)
    }
    return wait
  }

  /// Waits for the end of the interval, and sends the pending action.
  func release(_ wait: Wait, _ settings: Parameters, _ send: Send<Action>) async {
    let task = Task { try await settings.clock.sleep(until: wait.opening) }
    wait.token.attach {
      task.cancel()
      // At once: an action after the cancellation starts a new interval.
      self.drop(wait.number)
    }
    let isDue = await withTaskCancellationHandler {
      await (try? task.value) != nil
    } onCancel: {
      wait.token.cancel()
    }
    wait.token.end()
    EffectRegistry.current.unregister(wait.token, under: settings.id)
    let action = passage.withLock { passage -> UncheckedSendable<Action>? in
      guard passage.waitCount == wait.number, let action = passage.held
      else { return nil }
      passage.held = nil
      guard isDue
      else { return nil }
      passage.nextOpening = settings.clock.now.advanced(by: settings.interval)
      return action
    }
    if let action { await send(action.value) }
  }

  private func drop(_ wait: UInt64) {
    passage.withLock { if $0.waitCount == wait { $0.held = nil } }
  }
}
