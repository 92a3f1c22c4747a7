import SpeechClient

extension EnginePool {
  /// Repeats `work` after losses, within a limit that progress resets. `hasMadeProgress` can throw.
  nonisolated func restarting<R>(
    _ work: () async throws -> R, hasMadeProgress: (EngineLost) throws -> Bool
  ) async throws -> R {
    var lossCount = 0
    while true {
      do {
        return try await work()
      } catch let loss as EngineLost {
        lossCount = try hasMadeProgress(loss) ? 1 : lossCount + 1
        guard loss.isWorthRestarting, lossCount <= settings.restartLimit
        else { throw loss.failure }
      }
    }
  }

  /// Like ``restarting(_:hasMadeProgress:)``, but fails if a lost engine took audio read once.
  nonisolated func restarting<R>(
    on audio: SpeechAudio, _ work: () async throws -> R
  ) async throws -> R {
    try await restarting(work) { loss in
      if case .samples = audio, loss.hasConsumedSamples { throw loss.failure }
      return false
    }
  }
}
