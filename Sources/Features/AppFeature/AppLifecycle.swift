public import ComposableArchitecture

/// Starts and ends the app, for the program that runs it.
@MainActor
public final class AppLifecycle {
  /// Something was not stored.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  private var task: StoreTask?

  public init() {}

  /// Starts the app.
  public func begin(_ store: StoreOf<AppFeature>) {
    task = store.send(.task)
  }

  /// Ends everything that is in progress: a recording is saved, playback stops, a running
  /// transcription goes back to the queue, and all changes are stored. Returns when they are.
  ///
  /// - Throws: ``Failure``.
  public func end(_ store: StoreOf<AppFeature>) async throws {
    await store.send(.shutDownRequested).finish()
    task?.cancel()
    await task?.finish()
    if let problem = store.shutDownProblem { throw Failure(description: problem) }
  }
}
