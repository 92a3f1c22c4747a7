import ConcurrencyExtras

actor IdleEngines {
  nonisolated let startCount = LockIsolated(0)
  private var engines: [(engine: Engine, leaving: Task<Void, any Error>)] = []
  private(set) var isLending = false
  var count: Int { engines.count }
  private let limit: Duration

  init(limit: Duration) {
    self.limit = limit
  }

  deinit {
    for (_, leaving) in engines { leaving.cancel() }
  }

  func setLending(_ isLending: Bool) { self.isLending = isLending }

  func take() async -> Engine? {
    while let (engine, leaving) = engines.popLast() {
      leaving.cancel()
      if await engine.isReady { return engine }
    }
    return nil
  }

  /// Keeps a working engine with the current default model. Returns a borrowed one at once.
  func keep(_ engine: Engine) async {
    guard await engine.isReady, await !engine.isOutdated, !engine.isBorrowed
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
