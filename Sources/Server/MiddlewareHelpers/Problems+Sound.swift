public import AudioFileClient
public import ServerRouter

extension ServerProblem {
  /// `name` is the client's name for the audio and replaces the server's path.
  public init(_ error: AudioFileError, named name: String) {
    switch error {
    case .noSpace:
      self = .noSpace
    case .store:
      self.init(
        .serviceUnavailable, .audioUnavailable,
        detail: "the audio store cannot be reached: try again later")
      cause = error.description
    default:
      self.init(
        .unprocessableContent, .unreadableAudio,
        detail: error.description(naming: name))
    }
  }
}
