public import AudioFileClient
public import ServerRouter

extension ServerProblem {
  /// What is wrong with a sound that was sent. Its sender knows it by another name than we do.
  public init(_ error: AudioFileError, named name: String) {
    switch error {
    case .noSpace:
      self = .noSpace
    case .store:
      self.init(
        .serviceUnavailable, "Audio unavailable",
        detail: "the audio store cannot be reached: try again later")
      cause = error.description
    default:
      self.init(
        .unprocessableContent, "Unreadable audio",
        detail: error.description.replacing(error.path, with: name))
    }
  }
}
