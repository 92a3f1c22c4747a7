public import ComposableArchitecture

@MainActor
public final class AppLifecycle {
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  private var task: StoreTask?

  public init() {}

  public func begin(_ store: StoreOf<AppFeature>) {
    task = store.send(.task)
  }

  /// Saves and stops everything before it returns. Throws ``Failure`` if something can't be stored.
  public func end(_ store: StoreOf<AppFeature>) async throws {
    await store.send(.shutDownRequested).finish()
    task?.cancel()
    await task?.finish()
    if let problem = store.shutDownProblem { throw Failure(description: problem) }
  }
}
