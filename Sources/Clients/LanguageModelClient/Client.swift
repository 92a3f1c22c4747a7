public import Dependencies
public import DependenciesMacros

@DependencyClient
public struct LanguageModelClient: Sendable {
  /// Returns the model to use. Throws ``LanguageModelClient/Failure``.
  public var model: @Sendable () async throws -> LanguageModel

  /// Streams up to ``LanguageModelEvent/finished(_:)``. Fails with ``LanguageModelClient/Failure``.
  public var respond:
    @Sendable (LanguageModelRequest) -> AsyncThrowingStream<LanguageModelEvent, any Error> = { _ in
      AsyncThrowingStream { $0.finish() }
    }

  /// Returns the server that receives the requests, or `nil` if none is set.
  public var server: @Sendable () -> LanguageModelServer? = { nil }
}

extension DependencyValues {
  public var languageModel: LanguageModelClient {
    get { self[LanguageModelClient.self] }
    set { self[LanguageModelClient.self] = newValue }
  }
}
