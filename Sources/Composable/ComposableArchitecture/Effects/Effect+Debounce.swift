extension Effect {
  /// Starts the effect when some time has passed without the same id being debounced again.
  ///
  /// ```swift
  /// return .run { send in … }
  ///   .debounce(id: CancelID.search, for: .milliseconds(300), clock: clock)
  /// ```
  ///
  /// - Parameters:
  ///   - id: Debounces the effects with this id, and cancels them.
  ///   - dueTime: The time to wait.
  ///   - clock: The clock to wait on.
  public func debounce(
    id: some Hashable & Sendable, for dueTime: Duration, clock: any Clock<Duration>
  ) -> Self {
    guard operation != nil
    else { return .none }
    return
      Self
      .run { _ in try await clock.sleep(for: dueTime) }
      .concatenate(with: self)
      .cancellable(id: id, cancelInFlight: true)
  }

  /// Starts the effect when some time has passed without the same id being debounced again.
  ///
  /// - Parameters:
  ///   - id: Debounces the effects with this id, and cancels them.
  ///   - dueTime: The time to wait.
  ///   - scheduler: The scheduler to wait on.
  public func debounce(
    id: some Hashable & Sendable, for dueTime: MainQueue.Stride, scheduler: MainQueue
  ) -> Self {
    debounce(id: id, for: dueTime.duration, clock: scheduler.clock)
  }

  /// Starts the effect when some time has passed without the same id being debounced again.
  ///
  /// - Parameters:
  ///   - id: Debounces the effects with this id, and cancels them.
  ///   - dueTime: The time to wait.
  ///   - scheduler: The queue of a test to wait by.
  public func debounce(
    id: some Hashable & Sendable, for dueTime: MainQueue.Stride, scheduler: TestQueue
  ) -> Self {
    debounce(id: id, for: dueTime, scheduler: scheduler.eraseToAnyScheduler())
  }
}
