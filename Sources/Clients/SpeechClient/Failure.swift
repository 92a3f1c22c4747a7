public import Foundation

extension SpeechClient {
  /// Why speech could not be recognized.
  public enum Failure: Error, Equatable, Sendable {
    /// The engine is not set up, does not start, or was lost and could not be restarted.
    case engine(message: String, hint: String? = nil)
    /// The weights are missing, damaged, or unknown.
    case weights(message: String, hint: String? = nil)
    /// The audio is missing, may not be read, or is not audio.
    case audio(message: String, hint: String? = nil)
    /// The request asks for something that the engine does not do.
    case request(message: String, hint: String? = nil)
    /// Recognition broke off.
    case taskError
    /// The microphone could not be started.
    case couldntStartAudioEngine
    /// The sound system could not be prepared.
    case couldntConfigureAudioSession

    /// What is wrong, in one line.
    public var message: String {
      switch self {
      case .engine(let message, _), .weights(let message, _), .audio(let message, _),
        .request(let message, _):
        message
      case .taskError: "transcription stopped unexpectedly"
      case .couldntStartAudioEngine: "the microphone could not be started"
      case .couldntConfigureAudioSession: "the audio system could not be set up"
      }
    }

    /// What to do about it, in one line.
    public var hint: String? {
      switch self {
      case .engine(_, let hint), .weights(_, let hint), .audio(_, let hint), .request(_, let hint):
        hint
      case .taskError, .couldntStartAudioEngine, .couldntConfigureAudioSession: nil
      }
    }

    /// Whether the same request may succeed when it is made again: so if the engine was lost, not
    /// if the audio cannot be read.
    public var isWorthRetrying: Bool {
      switch self {
      case .engine, .taskError, .couldntStartAudioEngine, .couldntConfigureAudioSession: true
      case .weights, .audio, .request: false
      }
    }
  }
}

extension SpeechClient.Failure: LocalizedError {
  /// What is wrong and what to do, in one line.
  public var errorDescription: String? {
    hint.map { "\(message); \($0)" } ?? message
  }
}

extension SpeechClient.Failure: CustomStringConvertible {
  /// What is wrong and what to do, in one line.
  public var description: String { errorDescription ?? message }
}
