extension TestClock {
  /// Calls an action when the clock gets to an instant, among the sleeps that end then.
  ///
  /// - Parameters:
  ///   - deadline: The instant. One that is past is that of the next advance.
  ///   - interval: The time from one call to the next, `nil` for a single call.
  ///   - action: The action.
  /// - Returns: The id for ``cancel(_:)``.
  @discardableResult
  package func schedule(
    at deadline: Instant, every interval: Duration? = nil, _ action: @escaping @Sendable () -> Void
  ) -> Int {
    let id = state.withLock { $0.makeID() }
    schedule(id, at: deadline, every: interval, action)
    return id
  }

  private func schedule(
    _ id: Int, at deadline: Instant, every interval: Duration?,
    _ action: @escaping @Sendable () -> Void
  ) {
    let wakeUp = WakeUp()
    wakeUp.confirm()
    let sleep = Sleep(
      id: id, deadline: deadline,
      work: .action { [weak self] in
        // The next call is there before the action, which may cancel it.
        if let interval {
          self?.schedule(id, at: deadline.advanced(by: interval), every: interval, action)
        }
        action()
      },
      wakeUp: wakeUp)
    state.withLock { $0.insert(sleep) }
  }

  /// Removes a scheduled action.
  package func cancel(_ id: Int) {
    // The action is released after the lock.
    let removed = state.withLock { $0.remove(id) }
    withExtendedLifetime(removed) {}
  }

  /// Advances the clock without waiting for the tasks whose sleeps end.
  ///
  /// - Parameter deadline: The instant to go to; `nil` for the last deadline.
  package func advanceWithoutWaiting(to deadline: Instant?) {
    while let sleep = state.withLock({ $0.takeNext(until: deadline) }) { sleep.end() }
  }
}
