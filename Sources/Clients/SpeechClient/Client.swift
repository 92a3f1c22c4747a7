public import Dependencies
public import DependenciesMacros
public import SharedModels

@DependencyClient
public struct SpeechClient: Sendable {
  /// Downloads the named model or copies a folder of one. Throws ``SpeechClient/Failure``.
  public var addModel: @Sendable (_ model: String) async throws -> Void

  public var authorizationStatus: @Sendable () -> SpeechAuthorizationStatus = { .notDetermined }

  /// The engine processes started so far; 0 for an engine that is a server.
  @DependencyEndpointIgnored
  public var engineStartCount: @Sendable () -> Int = { 0 }

  /// Returns the state of the engine and its models. Starts the engine.
  public var engineStatus: @Sendable () async -> SpeechEngineStatus = { SpeechEngineStatus() }

  /// Ends the audio of every live task. Their last results still arrive before the streams finish.
  public var finishTask: @Sendable () async -> Void

  public var folders: @Sendable () -> [SpeechEngineFolder] = { [] }

  /// Keeps an engine with `model` loaded, if installed, for the user's processes until canceled.
  public var keepWarm: @Sendable (_ model: String?) async -> Void

  /// Loads the named model, downloading it if necessary. Throws ``SpeechClient/Failure``.
  public var prepareModel: @Sendable (_ name: String) async throws -> Void

  /// Throws ``SpeechClient/Failure`` if the model isn't installed or comes with the engine.
  public var removeModel: @Sendable (_ name: String) async throws -> Void

  /// Checks the engine. Shows no prompt, because Linux needs no permission.
  public var requestAuthorization: @Sendable () async -> SpeechAuthorizationStatus = {
    .notDetermined
  }

  /// Throws ``SpeechClient/Failure/request(message:hint:)`` if the engine can't detect speakers.
  public var speakers: @Sendable (SpeakersRequest) async throws -> RecordingSpeakers

  /// Transcribes live audio. Each result has the full text so far, and the last one is final. Fails
  /// with ``SpeechClient/Failure``; ending the iteration ends the task. Of the settings, only the
  /// languages and the vocabulary apply; the quality is always fast.
  public var startTask:
    @Sendable (TranscriptionRequest) async -> AsyncThrowingStream<
      SpeechRecognitionResult, any Error
    > = { _ in .finished() }

  /// Segments in order, then ``TranscriptionEvent/finished(_:)``. Throws ``SpeechClient/Failure``.
  public var transcribe:
    @Sendable (TranscriptionRequest) -> AsyncThrowingStream<TranscriptionEvent, any Error> = { _ in
      .finished()
    }
}

extension DependencyValues {
  public var speechClient: SpeechClient {
    get { self[SpeechClient.self] }
    set { self[SpeechClient.self] = newValue }
  }
}
