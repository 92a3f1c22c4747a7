public import Foundation

extension SpeechClient {
  public enum Failure: Error, Equatable, Sendable {
    case engine(message: String, hint: String? = nil)
    case weights(message: String, hint: String? = nil)
    case audio(message: String, hint: String? = nil)
    case request(message: String, hint: String? = nil)
    case taskError
    case couldntStartAudioEngine
    case couldntConfigureAudioSession

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

    public var hint: String? {
      switch self {
      case .engine(_, let hint), .weights(_, let hint), .audio(_, let hint), .request(_, let hint):
        hint
      case .taskError, .couldntStartAudioEngine, .couldntConfigureAudioSession: nil
      }
    }

    public var isWorthRetrying: Bool {
      switch self {
      case .engine, .taskError, .couldntStartAudioEngine, .couldntConfigureAudioSession: true
      case .weights, .audio, .request: false
      }
    }
  }
}

extension SpeechClient.Failure: LocalizedError {
  public var errorDescription: String? {
    hint.map { "\(message); \($0)" } ?? message
  }
}

extension SpeechClient.Failure: CustomStringConvertible {
  public var description: String { errorDescription ?? message }
}
