import AudioFileClient
public import Dependencies
public import ServerRouter
import SpeechClient

extension ServerProblem {
  public init(transcribing error: any Error, named name: String) {
    switch error {
    case let error as AudioFileError: self.init(error, named: name)
    case let error as SpeechClient.Failure:
      if case .audio(let message, _) = error {
        self.init(.badRequest, .unreadableAudio, detail: message)
      } else if case .request(let message, _) = error {
        self.init(.badRequest, .invalidRequest, detail: message)
      } else {
        self.init(
          .serviceUnavailable, .engineUnavailable,
          detail: "the server cannot transcribe now: run 'speechmemo doctor' there to find out why")
      }
    default: self.init(error)
    }
    cause = cause ?? String(describing: error)
  }

  /// The problem for the client, after the response has begun. Logs server errors.
  public static func logged(transcribing error: any Error, named name: String) -> Self {
    @Dependency(\.logFailure) var logFailure
    let problem = Self(transcribing: error, named: name)
    if problem.status.rawValue >= 500 { logFailure(problem.cause ?? problem.detail) }
    return problem
  }
}

private enum LogFailureKey: DependencyKey {
  static let liveValue: @Sendable (String) -> Void = { _ in }
  static let testValue = liveValue
}

extension DependencyValues {
  public var logFailure: @Sendable (String) -> Void {
    get { self[LogFailureKey.self] }
    set { self[LogFailureKey.self] = newValue }
  }
}
