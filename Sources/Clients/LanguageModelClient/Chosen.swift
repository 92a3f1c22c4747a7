import ConcurrencyExtras

extension LanguageModelClient {
  /// Returns a client that looks up the chosen server at each call; without one, it is off.
  public static func chosen<Choice: Equatable & Sendable>(
    by choice: @escaping @Sendable () -> Choice?,
    from client: @escaping @Sendable (Choice) -> LanguageModelClient
  ) -> Self {
    let current = LockIsolated<(choice: Choice, client: LanguageModelClient)?>(nil)
    @Sendable func chosen() -> LanguageModelClient {
      guard let choice = choice()
      else { return .off }
      return current.withLock { current in
        if let current, current.choice == choice { return current.client }
        let client = client(choice)
        current = (choice, client)
        return client
      }
    }
    return Self(
      model: { try await chosen().model() },
      respond: { chosen().respond($0) },
      server: { chosen().server() })
  }

  public static let off = Self(
    model: { throw Failure.off },
    respond: { _ in AsyncThrowingStream { $0.finish(throwing: Failure.off) } },
    server: { nil })
}
