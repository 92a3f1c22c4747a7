import ConcurrencyExtras
public import SpeechClient

extension SpeechClient {
  /// A client over the engine that is chosen at the time. What is asked for while another one is
  /// chosen still ends with the one that began it.
  ///
  /// The environment comes first: an engine that it names is used whatever is chosen.
  ///
  /// - Parameters:
  ///   - settings: How engines are run.
  ///   - program: The path of the chosen program, which speaks the speech engine protocol; `nil`
  ///     for the engine that set-up installs. Asked at each request.
  public static func live(
    _ settings: EngineSettings = EngineSettings(),
    choosing program: @escaping @Sendable () -> String?
  ) -> Self {
    let current = LockIsolated<(program: String?, client: SpeechClient)?>(nil)
    @Sendable func client() -> SpeechClient {
      let program = program()
      return current.withLock { current in
        if let current, current.program == program { return current.client }
        var settings = settings
        settings.program = program
        let client = SpeechClient.live(settings)
        current = (program, client)
        return client
      }
    }
    return Self(
      addModel: { try await client().addModel($0) },
      authorizationStatus: { client().authorizationStatus() },
      engineStatus: { await client().engineStatus() },
      finishTask: { await client().finishTask() },
      folders: { client().folders() },
      prepareModel: { try await client().prepareModel($0) },
      removeModel: { try await client().removeModel($0) },
      requestAuthorization: { await client().requestAuthorization() },
      speakers: { try await client().speakers($0) },
      startTask: { await client().startTask($0) },
      transcribe: { client().transcribe($0) })
  }
}
