import TranscriptionCore

extension TranscriptionFeature {
  public enum Work: Equatable, Sendable {
    /// Nothing starts until the user asks for it. The reason includes the remedy.
    case failed(reason: String)
    case idle
    /// The last attempt found nothing to claim, and nothing has changed since.
    case nothingToClaim
    case paused
    case running(hasClaimedJob: Bool)

    public var problem: String? {
      if case .failed(let reason) = self { reason } else { nil }
    }

    public var isRunning: Bool {
      if case .running = self { true } else { false }
    }
  }
}

extension TranscriptionFeature.State {
  public var problem: String? { work.problem ?? libraryProblem ?? speakersProblem }

  mutating func apply(_ event: TranscriptionQueue.Event) {
    switch event {
    case .began(let id):
      if work.isRunning { work = .running(hasClaimedJob: true) }
      running[id] = 0
      speakersProblem = nil
    // The job stays in `running` until the library reports that it has ended.
    case .failed: break
    case .finished(let id, _):
      if running[id] != nil { running[id] = 1 }
    case .progressed(let id, let fraction):
      if let progress = running[id] { running[id] = max(progress, fraction) }
    case .speakersFailed(_, let reason):
      speakersProblem = "Speakers were not detected: \(reason)"
    }
  }

  /// Lets work start again after a change. `retryingFailed` also retries work that failed.
  mutating func allowWork(retryingFailed: Bool = false) {
    switch work {
    case .failed where retryingFailed: work = .idle
    case .nothingToClaim: work = .idle
    case .failed, .idle, .paused, .running: break
    }
  }

  mutating func endWork() {
    running = [:]
    if work.isRunning || work == .nothingToClaim { work = .idle }
  }
}
