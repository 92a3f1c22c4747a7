import SpeechClient

actor EnginePool {
  let idle: IdleEngines
  let settings: EngineSettings
  private(set) var busyCount = 0
  private var count = 0
  private var lentCount = 0
  private var waiting: [(id: Int, continuation: CheckedContinuation<Void, any Error>)] = []

  init(_ settings: EngineSettings, idle: IdleEngines? = nil) {
    self.idle = idle ?? IdleEngines(limit: settings.idleTimeout)
    self.settings = settings
  }

  /// Runs work on the next free engine, in the order of the calls.
  func withEngine<R: Sendable>(
    _ work: @Sendable (Engine) async throws -> R
  ) async throws -> R {
    try await acquireSlot()
    defer { releaseSlot() }
    let engine = try await engine()
    do {
      let result = try await work(engine)
      await idle.keep(engine)
      return result
    } catch {
      await idle.keep(engine)
      throw error
    }
  }

  /// Runs another process's work on an idle or spare engine. Calls `promise` before starting one.
  func lend(promise: @Sendable () -> Void, work: @Sendable (Engine) async -> Void) async {
    lentCount += 1
    defer { lentCount -= 1 }
    var engine = await idle.take()
    let mayStart = busyCount + lentCount <= settings.processCount
    guard engine != nil || mayStart
    else { return }
    promise()
    if engine == nil { engine = try? await start() }
    guard let engine
    else { return }
    await work(engine)
    await idle.keep(engine)
  }

  private func engine() async throws -> Engine {
    if let engine = await idle.take() { return engine }
    // A process that lends has no other lender to borrow from.
    if await !idle.isLending, let engine = try await Engine.borrow(settings) { return engine }
    return try await start()
  }

  private func start() async throws -> Engine {
    try await Engine.start(settings) { idle.startCount.withValue { $0 += 1 } }
  }

  private func acquireSlot() async throws {
    guard busyCount >= settings.processCount
    else {
      busyCount += 1
      return
    }
    count += 1
    let id = count
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<Void, any Error>) in
        if Task.isCancelled {
          continuation.resume(throwing: CancellationError())
        } else {
          waiting.append((id, continuation))
        }
      }
    } onCancel: {
      Task { await stopWaiting(id) }
    }
  }

  private func stopWaiting(_ id: Int) {
    guard let index = waiting.firstIndex(where: { $0.id == id })
    else { return }
    waiting.remove(at: index).continuation.resume(throwing: CancellationError())
  }

  private func releaseSlot() {
    if waiting.isEmpty {
      busyCount -= 1
    } else {
      waiting.removeFirst().continuation.resume()
    }
  }
}
