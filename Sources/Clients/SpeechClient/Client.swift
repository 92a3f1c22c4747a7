public import Dependencies
public import DependenciesMacros
public import SharedModels

/// Turns speech into text: recordings as a whole, and speech as it is spoken.
///
/// The live value is in a separate module, one for each engine; features and their tests need
/// this one only.
@DependencyClient
public struct SpeechClient: Sendable {
  /// Puts weights on this machine: those of a name are fetched, which takes a network and its time,
  /// and a folder of them is copied, to be known by the folder's name. Throws
  /// ``SpeechClient/Failure``.
  public var addModel: @Sendable (_ model: String) async throws -> Void

  /// Whether speech can be recognized, as far as is known without asking.
  public var authorizationStatus: @Sendable () -> SpeechAuthorizationStatus = { .notDetermined }

  /// Looks at the engine and its weights, and says how to fix what is wrong. Starts the engine.
  public var engineStatus: @Sendable () async -> SpeechEngineStatus = { SpeechEngineStatus() }

  /// Ends the audio of every task that ``startTask`` began. The tasks' last results still arrive,
  /// and their streams finish by themselves.
  public var finishTask: @Sendable () async -> Void

  /// Where the engine and its weights are, or would be. Starts nothing.
  public var folders: @Sendable () -> [SpeechEngineFolder] = { [] }

  /// Has an engine ready before it is needed, with the weights of that name (`nil` for its own) if they
  /// are on this machine, and lends it to this person's other programs, so that they need not start
  /// one. Goes on until the task is cancelled; returns at once where there is nothing to keep.
  public var keepWarm: @Sendable (_ model: String?) async -> Void

  /// Makes the weights of a name ready. Those that are not on this machine are fetched, which takes
  /// a network, and its time. Throws ``SpeechClient/Failure``.
  public var prepareModel: @Sendable (_ name: String) async throws -> Void

  /// Deletes the weights of a name from this machine. Throws ``SpeechClient/Failure`` where they are
  /// not here, and for those that come with the engine.
  public var removeModel: @Sendable (_ name: String) async throws -> Void

  /// Finds out whether speech can be recognized. Shows no prompt: on Linux no permission
  /// is needed, only an engine that is set up.
  public var requestAuthorization: @Sendable () async -> SpeechAuthorizationStatus = {
    .notDetermined
  }

  /// Tells the speakers of a recording apart. Throws ``SpeechClient/Failure``: a
  /// ``SpeechClient/Failure/request(message:hint:)`` where the engine does not do that.
  public var speakers: @Sendable (SpeakersRequest) async throws -> RecordingSpeakers

  /// Recognizes speech as it is spoken.
  ///
  /// Each result holds all that was said so far. Words before
  /// ``SpeechRecognitionResult/settledWordCount`` will not change; the last result is final. The
  /// stream fails with ``SpeechClient/Failure``; ending its iteration ends the task.
  public var startTask:
    @Sendable (SpeechRecognitionRequest) async -> AsyncThrowingStream<
      SpeechRecognitionResult, any Error
    > = { _ in .finished() }

  /// Transcribes a recording.
  ///
  /// Segments arrive as they are decoded, in the order of speech; times count from the start of
  /// the recording, lie inside it and never go back. The last event is
  /// ``TranscriptionEvent/finished(_:)``. The stream fails with ``SpeechClient/Failure``; when the
  /// task that iterates it is cancelled, the work ends promptly.
  public var transcribe:
    @Sendable (TranscriptionRequest) -> AsyncThrowingStream<TranscriptionEvent, any Error> = { _ in
      .finished()
    }
}

extension DependencyValues {
  /// Turns speech into text.
  public var speechClient: SpeechClient {
    get { self[SpeechClient.self] }
    set { self[SpeechClient.self] = newValue }
  }
}
