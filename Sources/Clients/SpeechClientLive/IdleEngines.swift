/// Engines that nobody works with, kept warm for whoever comes next. One that nobody needs for a while
/// is ended, and with it goes its memory.
actor IdleEngines {
  private var engines: [(engine: Engine, leaving: Task<Void, any Error>)] = []
  /// Whether this process lends them to others, which then has none to borrow.
  private(set) var isLending = false
  var count: Int { engines.count }
  private let limit: Duration

  /// - Parameter limit: How long one is kept.
  init(limit: Duration) {
    self.limit = limit
  }

  deinit {
    for (_, leaving) in engines { leaving.cancel() }
  }

  func setLending(_ isLending: Bool) { self.isLending = isLending }

  /// The one that worked last, if it still can.
  func take() async -> Engine? {
    while let (engine, leaving) = engines.popLast() {
      leaving.cancel()
      if await engine.isReady { return engine }
    }
    return nil
  }

  /// Keeps an engine, if it can still work. One that is borrowed goes back at once: others may want it.
  func keep(_ engine: Engine) async {
    guard await engine.isReady, !engine.isBorrowed
    else { return await engine.release() }
    let leaving = Task { [limit, weak self, weak engine] in
      try await Task.sleep(for: limit, clock: .suspending)
      if let engine { await self?.drop(engine) }
    }
    engines.append((engine, leaving))
  }

  private func drop(_ engine: Engine) {
    engines.removeAll { $0.engine === engine }
  }
}
