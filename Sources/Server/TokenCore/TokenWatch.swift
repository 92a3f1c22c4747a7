public import DatabaseClient
import POSIX

/// Ends event streams and upgraded connections when any process revokes their token.
public final class TokenWatch: Sendable {
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
    let onRevocation: @Sendable () -> Void
  }

  private let database: DatabaseClient
  private let state = Mutex(State())

  public init(_ database: DatabaseClient) {
    self.database = database
  }

  deinit {
    state.withLock { $0.work?.cancel() }
  }

  /// Calls `onRevocation` once, or soon if the token is already revoked.
  public func watch(
    _ token: AccessToken, onRevocation: @escaping @Sendable () -> Void
  ) -> Watch {
    let number = state.withLock { state in
      defer { state.nextNumber += 1 }
      state.watched[state.nextNumber] = Watched(token: token.identity, onRevocation: onRevocation)
      if state.work == nil {
        let changes = database.changes()
        state.work = Task { [weak self] in
          // Other processes' changes to tokens arrive as `.anything`.
          for await change in changes where change == .anything { await self?.check() }
        }
      }
      return state.nextNumber
    }
    // The token may have been revoked since it was checked.
    Task { [weak self] in await self?.check() }
    return Watch { [weak self] in
      _ = self?.state.withLock { $0.watched.removeValue(forKey: number) }
    }
  }

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

  /// Must be called after this process revokes a token.
  public func check() async {
    guard state.withLock({ !$0.watched.isEmpty }),
      // If the library can't be read, nothing ends.
      let tokens = try? await database.access.tokens()
    else { return }
    let valid = Set(tokens.map(\.identity))
    let revoked = state.withLock { state in
      let revoked = state.watched.filter { !valid.contains($0.value.token) }
      for number in revoked.keys { state.watched[number] = nil }
      return revoked.values.map(\.onRevocation)
    }
    for end in revoked { end() }
  }
}
