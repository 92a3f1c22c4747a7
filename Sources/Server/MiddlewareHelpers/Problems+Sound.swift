public import AudioFileClient
public import ServerRouter

extension ServerProblem {
  /// What is wrong with a sound that was sent. Its sender knows it by another name than we do.
  public init(_ error: AudioFileError, named name: String) {
    if case .noSpace = error {
      self = .noSpace
    } else {
      self.init(
        .unprocessableContent, "Not readable",
        detail: error.description.replacing(error.path, with: name))
    }
  }
}
