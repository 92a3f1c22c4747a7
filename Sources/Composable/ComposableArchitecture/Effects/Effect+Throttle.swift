extension Effect {
  /// Lets at most one action of the effect through in each interval, whichever effects with the same
  /// id it comes from.
  ///
  /// The first action passes at once. Of those that come before the interval is over one is held
  /// back until it is: the latest, or the first.
  ///
  /// - Parameters:
  ///   - id: What is throttled together. What is held back can be cancelled by it.
  ///   - interval: The time between two actions.
  ///   - clock: What to measure the time by.
  ///   - latest: Whether it is the latest action that is held back.
  public func throttle(
    id: some Hashable & Sendable, for interval: Duration, clock: any Clock<Duration>, latest: Bool
  ) -> Self {
    let id = EffectID(id)
    let settings = Throttle<Action>.Settings(
      id: id, interval: interval, clock: AnyClock(clock), isLatest: latest)
    return Self(operation?.throttled(settings))
  }

  /// Lets at most one action of the effect through in each interval, whichever effects with the same
  /// id it comes from.
  ///
  /// - Parameters:
  ///   - id: What is throttled together. What is held back can be cancelled by it.
  ///   - interval: The time between two actions.
  ///   - scheduler: What to measure the time by.
  ///   - latest: Whether it is the latest action that is held back.
  public func throttle(
    id: some Hashable & Sendable, for interval: MainQueue.Stride, scheduler: MainQueue, latest: Bool
  ) -> Self {
    throttle(id: id, for: interval.duration, clock: scheduler.clock, latest: latest)
  }
}

extension EffectOperation {
  fileprivate func throttled(_ settings: Throttle<Action>.Settings) -> EffectOperation {
    switch self {
    case .action(let action):
      let action = UncheckedSendable(action)
      return Effect.run { send in
        if let held = await settings.throttle.receive(action.value, settings, send) {
          await held.release(settings, send)
        }
      }
      .operation ?? self
    case .run(let run):
      return .run(
        EffectRun(
          name: run.name, priority: run.priority, dependencies: run.dependencies, path: run.path
        ) { send in
          let throttle = settings.throttle
          let (held, continuation) = AsyncStream<Throttle<Action>>.makeStream()
          await withTaskGroup(of: Void.self) { group in
            group.addTask {
              await run.operation(
                Send { action in
                  if let held = throttle.receive(action, settings, send) {
                    continuation.yield(held)
                  }
                })
              continuation.finish()
            }
            for await held in held {
              group.addTask { await held.release(settings, send) }
            }
          }
        })
    case .merge(let operations):
      return .merge(operations.map { $0.throttled(settings) })
    case .concatenate(let operations):
      return .concatenate(operations.map { $0.throttled(settings) })
    case .cancellable(let operation, let id, let cancelInFlight):
      return .cancellable(operation.throttled(settings), id: id, cancelInFlight: cancelInFlight)
    case .cancel, .cancelWhere:
      return self
    }
  }
}

/// What has passed under an id in a store, and what is held back.
private final class Throttle<Action>: @unchecked Sendable {
  struct Settings: Sendable {
    let id: EffectID
    let interval: Duration
    let clock: AnyClock<Duration>
    let isLatest: Bool

    /// The throttle that all effects with the id share.
    var throttle: Throttle { EffectRegistry.current.shared(id) { Throttle() } }
  }

  private let lock = Lock()
  private var nextOpening: AnyClock<Duration>.Instant?
  private var held: Action?

  /// Sends an action, or holds it back.
  ///
  /// - Returns: The throttle, if someone has to wait to release what it holds now.
  @MainActor
  func receive(_ action: Action, _ settings: Settings, _ send: Send<Action>) -> Throttle? {
    let now = settings.clock.now
    let (isOpen, holdsFirst) = lock.withLock {
      guard let nextOpening, now < nextOpening
      else {
        nextOpening = now.advanced(by: settings.interval)
        held = nil
        return (true, false)
      }
      let holdsFirst = held == nil
      if holdsFirst || settings.isLatest { held = action }
      return (false, holdsFirst)
    }
    if isOpen { send(action) }
    return holdsFirst ? self : nil
  }

  /// Waits for the end of the interval, and sends what is held by then.
  func release(_ settings: Settings, _ send: Send<Action>) async {
    guard let opening = lock.withLock({ nextOpening })
    else { return }
    let token = EffectToken()
    let registry = EffectRegistry.current
    registry.register(token, under: settings.id, cancelInFlight: false)
    let task = Task { try await settings.clock.sleep(until: opening) }
    token.attach { task.cancel() }
    let isDue = await withTaskCancellationHandler {
      await (try? task.value) != nil
    } onCancel: {
      task.cancel()
    }
    registry.unregister(token, under: settings.id)
    let action = lock.withLock {
      defer { held = nil }
      // An action that came at the very moment of the opening has taken the place of this one.
      guard isDue, nextOpening == opening
      else { return UncheckedSendable<Action?>(nil) }
      nextOpening = settings.clock.now.advanced(by: settings.interval)
      return UncheckedSendable(held)
    }
    if let action = action.value { await send(action) }
  }
}
