import SpeechClient

extension EnginePool {
  /// Repeats `work` after each loss, up to the settings' limit. `hasGotOn` returns whether there
  /// was enough progress to reset the count, and throws if the work can't be repeated.
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

  /// Like ``restarting(_:hasGotOn:)``, but fails if a lost engine took audio that can be read once.
  nonisolated func restarting<R>(
    on audio: SpeechAudio, _ work: () async throws -> R
  ) async throws -> R {
    try await restarting(work) { loss in
      if case .samples = audio, loss.hasTakenSamples { throw loss.failure }
      return false
    }
  }
}
