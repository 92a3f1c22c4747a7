import SharedModels
import TranscriptionCore

extension TranscriptionFeature {
  /// Whether this program makes transcripts, and why not where it does not.
  public enum Work: Equatable, Sendable {
    /// It did not work: nothing is begun until a person wants it. The reason says what to do, too.
    case failed(reason: String)
    /// What waits is begun as soon as it is seen.
    case idle
    /// There was nothing to claim at the last try, and nothing has changed since.
    case nothingToClaim
    /// A person has stopped it for now.
    case paused
    /// Transcripts are made, as many at once as the machine is good for.
    case running(hasClaimedJob: Bool)

    /// Why no transcript is made, and what to do.
    public var problem: String? {
      if case .failed(let reason) = self { reason } else { nil }
    }

    public var isRunning: Bool {
      if case .running = self { true } else { false }
    }
  }
}

extension TranscriptionFeature.State {
  /// What did not work, if anything did not: transcribing, or reading the library.
  public var problem: String? { work.problem ?? libraryProblem ?? speakersProblem }

  /// Notes what the queue has done.
  mutating func apply(_ event: TranscriptionQueue.Event) {
    switch event {
    case .began(let id):
      if work.isRunning { work = .running(hasClaimedJob: true) }
      running[id] = 0
      speakersProblem = nil
    // It is ours until the library says that it is over.
    case .failed: break
    case .finished(let id, _):
      if running[id] != nil { running[id] = 1 }
    case .progressed(let id, let fraction):
      if let progress = running[id] { running[id] = max(progress, fraction) }
    case .speakersFailed(_, let reason):
      speakersProblem = "Speakers were not detected: \(reason)"
    }
  }

  /// Allows work to begin again after it has ended, because something has changed.
  ///
  /// - Parameter isWanted: Whether a person has asked for it, so that what failed is tried again.
  mutating func reviveWork(isWanted: Bool = false) {
    switch work {
    case .failed where isWanted: work = .idle
    case .nothingToClaim: work = .idle
    case .failed, .idle, .paused, .running: break
    }
  }

  /// Forgets what is being worked on. A pause, or what failed, stays as it is.
  mutating func endWork() {
    running = [:]
    if work.isRunning || work == .nothingToClaim { work = .idle }
  }
}
