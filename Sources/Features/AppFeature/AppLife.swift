public import ComposableArchitecture

/// The app from its beginning to its end, for whoever runs it.
@MainActor
public final class AppLife {
  /// Something was not stored.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  private var task: StoreTask?

  public init() {}

  public func begin(_ store: StoreOf<AppFeature>) {
    task = store.send(.task)
  }

  /// Ends what goes on: a recording becomes a memo, what is played falls silent, a transcript in
  /// the making goes back to the queue, and all that was changed is stored. Returns when it is.
  ///
  /// - Throws: ``Failure``.
  public func end(_ store: StoreOf<AppFeature>) async throws {
    await store.send(.shutDown).finish()
    task?.cancel()
    await task?.finish()
    if let problem = store.shutDownProblem { throw Failure(description: problem) }
  }
}
