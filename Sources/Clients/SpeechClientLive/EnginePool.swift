import SpeechClient

/// Engines that are started when they are needed, kept warm, and replaced when they are gone.
actor EnginePool {
  let settings: EngineSettings
  private var idle: [Engine] = []
  /// How many work, or are started.
  private(set) var busyCount = 0
  private var count = 0
  private var waiting: [(id: Int, continuation: CheckedContinuation<Void, any Error>)] = []

  init(_ settings: EngineSettings) {
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
      await keep(engine)
      return result
    } catch {
      await keep(engine)
      throw error
    }
  }

  private func engine() async throws -> Engine {
    while let engine = idle.popLast() {
      if await engine.isReady { return engine }
    }
    return try await Engine.start(settings)
  }

  private func keep(_ engine: Engine) async {
    if await engine.isReady { idle.append(engine) }
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
