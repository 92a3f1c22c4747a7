public import DatabaseClient
import Dependencies
import Foundation
import POSIX

/// Ends event streams and upgraded connections when their token expires or any process revokes it.
public final class TokenWatch: Sendable {
  public final class Watch: Sendable {
    private let end: @Sendable () -> Void

    fileprivate init(end: @escaping @Sendable () -> Void) {
      self.end = end
    }

    deinit { end() }
  }

  private struct State {
    var nextCheck: Task<Void, Never>?
    var nextNumber = 0
    var watched: [Int: Watched] = [:]
    var work: Task<Void, Never>?
  }

  private struct Watched {
    let token: AccessToken
    let onEnd: @Sendable () -> Void
  }

  private let database: DatabaseClient
  private let state = Mutex(State())

  public init(_ database: DatabaseClient) {
    self.database = database
  }

  deinit {
    state.withLock { state in
      state.nextCheck?.cancel()
      state.work?.cancel()
    }
  }

  /// Calls `onEnd` once when the token ends, also if it has already ended.
  public func watch(_ token: AccessToken, onEnd: @escaping @Sendable () -> Void) -> Watch {
    let number = state.withLock { state in
      defer { state.nextNumber += 1 }
      state.watched[state.nextNumber] = Watched(token: token, onEnd: onEnd)
      if state.work == nil {
        let changes = database.changes()
        state.work = Task { [weak self] in
          // Other processes' changes to tokens arrive as `.anything`.
          for await change in changes where change == .anything { await self?.check() }
        }
      }
      return state.nextNumber
    }
    // The token may have ended since it was checked.
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
    @Dependency(\.date.now) var now
    let (isNeeded, number) = state.withLock { state in
      if state.watched.isEmpty {
        state.nextCheck?.cancel()
        state.nextCheck = nil
      }
      return (!state.watched.isEmpty, state.nextNumber)
    }
    guard isNeeded
    else { return }
    guard let tokens = try? await database.access.tokens()
    else {
      // If the library can't be read, nothing ends.
      state.withLock { state in
        if state.nextCheck == nil { state.nextCheck = checking(in: Self.pause) }
      }
      return
    }
    let (date, tree) = (now, TokenTree(tokens))
    let ended = state.withLock { state in
      // The tokens of later watches may be newer than the list. Those watches check again.
      let ended = state.watched.filter {
        $0.key < number && !tree.isValid($0.value.token, at: date)
      }
      for number in ended.keys { state.watched[number] = nil }
      guard state.nextNumber == number
      else { return ended.values.map(\.onEnd) }
      let ends = state.watched.values.compactMap { tree.end(of: $0.token) }
      let next = ends.filter { $0 < .distantFuture }.min()
      state.nextCheck?.cancel()
      state.nextCheck = next.map { checking(in: .seconds($0.timeIntervalSince(date))) }
      return ended.values.map(\.onEnd)
    }
    for end in ended { end() }
  }

  /// Repeated, because the library may not be readable then.
  private func checking(in time: Duration) -> Task<Void, Never> {
    @Dependency(\.continuousClock) var clock
    return Task { [weak self, clock] in
      var pause = time
      while (try? await clock.sleep(for: pause)) != nil {
        await self?.check()
        pause = Self.pause
      }
    }
  }

  private static let pause: Duration = .seconds(60)
}
