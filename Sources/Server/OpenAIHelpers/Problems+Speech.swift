import AudioFileClient
import MiddlewareHelpers
public import ServerRouter
import SpeechClient

extension ServerProblem {
  public init(transcribing error: any Error, named name: String) {
    switch error {
    case let error as AudioFileError: self.init(error, named: name)
    case let error as SpeechClient.Failure:
      if case .audio(let message, _) = error {
        self.init(.badRequest, "Unreadable audio", detail: message)
      } else if case .request(let message, _) = error {
        self.init(.badRequest, "Invalid request", detail: message)
      } else {
        self.init(
          .serviceUnavailable, "Engine unavailable",
          detail: "the server cannot transcribe now: run 'speechmemo doctor' there to find out why")
      }
    default: self.init(error)
    }
    cause = cause ?? String(describing: error)
  }
}
