import SpeechClient

/// Engines that are started when they are needed, kept warm, and replaced when they are gone.
actor EnginePool {
  /// Those that wait for work.
  let idle: IdleEngines
  let settings: EngineSettings
  /// How many work, or are started.
  private(set) var busyCount = 0
  private var count = 0
  /// How many other processes work with.
  private var lentCount = 0
  private var waiting: [(id: Int, continuation: CheckedContinuation<Void, any Error>)] = []

  /// - Parameter idle: Those that wait for work, where another pool has them, too; `nil` for its own.
  init(_ settings: EngineSettings, idle: IdleEngines? = nil) {
    self.idle = idle ?? IdleEngines(limit: settings.idleLimit)
    self.settings = settings
  }

  /// Runs work on an engine as soon as one is free, in the order of the calls.
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

  /// Runs work on an engine for another process, if one is idle, or may be started besides those that
  /// work. Our own work never waits for that.
  ///
  /// - Parameter promise: Called when there is going to be one.
  func lend(promise: @Sendable () -> Void, work: @Sendable (Engine) async -> Void) async {
    lentCount += 1
    defer { lentCount -= 1 }
    var engine = await idle.take()
    let mayStart = busyCount + lentCount <= settings.processCount
    guard engine != nil || mayStart
    else { return }
    promise()
    if engine == nil { engine = try? await Engine.start(settings) }
    guard let engine
    else { return }
    await work(engine)
    await idle.keep(engine)
  }

  private func engine() async throws -> Engine {
    if let engine = await idle.take() { return engine }
    // There is none to be had from ourselves.
    if await !idle.isLending, let engine = try await Engine.borrow(settings) { return engine }
    return try await Engine.start(settings)
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
