import SpeechClient

extension EnginePool {
  /// Does work, and does it again with another engine where the one that it had was lost, as often as
  /// the settings allow.
  ///
  /// - Parameters:
  ///   - work: Takes an engine of its own each time.
  ///   - hasGotOn: Called with each loss. Whether there was so much progress since the one before that
  ///     it does not count; throws where the work cannot be begun again.
  nonisolated func restarting<R>(
    _ work: () async throws -> R, hasGotOn: (EngineLost) throws -> Bool
  ) async throws -> R {
    var lossCount = 0
    while true {
      do {
        return try await work()
      } catch let loss as EngineLost {
        lossCount = try hasGotOn(loss) ? 1 : lossCount + 1
        guard loss.isWorthRestarting, lossCount <= settings.restartLimit
        else { throw loss.failure }
      }
    }
  }

  /// The same for work on sound: what comes once cannot be given to another engine.
  nonisolated func restarting<R>(
    on audio: SpeechAudio, _ work: () async throws -> R
  ) async throws -> R {
    try await restarting(work) { loss in
      if case .samples = audio, loss.hasTakenSamples { throw loss.failure }
      return false
    }
  }
}
