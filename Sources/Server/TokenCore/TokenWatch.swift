import ConcurrencyExtras
public import DatabaseClient

/// Ends what goes on under a token when that is revoked, by this process or another one.
///
/// A request is over soon. A stream of events, or a connection that has left HTTP, would go on for as
/// long as its client likes.
public final class TokenWatch: Sendable {
  /// What goes on under a token. It is watched for as long as this value lives.
  public final class Watch: Sendable {
    private let end: @Sendable () -> Void

    fileprivate init(end: @escaping @Sendable () -> Void) {
      self.end = end
    }

    deinit { end() }
  }

  private struct State {
    var nextNumber = 0
    var watched: [Int: Watched] = [:]
    var work: Task<Void, Never>?
  }

  private struct Watched {
    let token: AccessToken.Identity
    let whenRevoked: @Sendable () -> Void
  }

  private let database: DatabaseClient
  private let state = Protected(State())

  /// - Parameter database: The library that the tokens open.
  public init(_ database: DatabaseClient) {
    self.database = database
  }

  deinit {
    state.withLock { $0.work?.cancel() }
  }

  /// Has something told, once, when the token is revoked, or at once where it is.
  public func watch(
    _ token: AccessToken, whenRevoked: @escaping @Sendable () -> Void
  ) -> Watch {
    let number = state.withLock { state in
      defer { state.nextNumber += 1 }
      state.watched[state.nextNumber] = Watched(token: token.identity, whenRevoked: whenRevoked)
      if state.work == nil {
        let changes = database.changes()
        state.work = Task { [weak self] in
          // What happens to tokens in another process is told as any change.
          for await change in changes where change == .anything { await self?.check() }
        }
      }
      return state.nextNumber
    }
    // It may have been revoked since it was shown.
    Task { [weak self] in await self?.check() }
    return Watch { [weak self] in
      _ = self?.state.withLock { $0.watched.removeValue(forKey: number) }
    }
  }

  /// Does something, which is cancelled when the token is revoked.
  public func whileValid(
    _ token: AccessToken, _ operation: @escaping @Sendable () async -> Void
  ) async {
    let work = Task(operation: operation)
    let watch = watch(token) { work.cancel() }
    await withTaskCancellationHandler {
      await work.value
    } onCancel: {
      work.cancel()
    }
    withExtendedLifetime(watch) {}
  }

  /// Looks which tokens there are, and ends what goes on under others. Whoever has revoked one in
  /// this process calls it.
  public func check() async {
    guard state.withLock({ !$0.watched.isEmpty }),
      // A library that cannot be read now says nothing about its tokens.
      let tokens = try? await database.accessTokens()
    else { return }
    let valid = Set(tokens.map(\.identity))
    let revoked = state.withLock { state in
      let revoked = state.watched.filter { !valid.contains($0.value.token) }
      for number in revoked.keys { state.watched[number] = nil }
      return revoked.values.map(\.whenRevoked)
    }
    for end in revoked { end() }
  }
}
