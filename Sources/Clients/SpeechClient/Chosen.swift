import ConcurrencyExtras

extension SpeechClient {
  /// Returns a client that looks up the chosen engine at each call. Requests in flight keep theirs.
  public static func chosen<Choice: Equatable & Sendable>(
    by choice: @escaping @Sendable () -> Choice,
    from client: @escaping @Sendable (Choice) -> SpeechClient
  ) -> Self {
    let current = LockIsolated<(choice: Choice, client: SpeechClient)?>(nil)
    @Sendable func chosen() -> SpeechClient {
      let choice = choice()
      return current.withLock { current in
        if let current, current.choice == choice { return current.client }
        let client = client(choice)
        current = (choice, client)
        return client
      }
    }
    return Self(
      addModel: { try await chosen().addModel($0) },
      authorizationStatus: { chosen().authorizationStatus() },
      engineStartCount: { chosen().engineStartCount() },
      engineStatus: { await chosen().engineStatus() },
      finishTask: { await chosen().finishTask() },
      folders: { chosen().folders() },
      keepWarm: { await chosen().keepWarm($0) },
      prepareModel: { try await chosen().prepareModel($0) },
      removeModel: { try await chosen().removeModel($0) },
      requestAuthorization: { await chosen().requestAuthorization() },
      speakers: { try await chosen().speakers($0) },
      startTask: { await chosen().startTask($0) },
      transcribe: { chosen().transcribe($0) })
  }
}
