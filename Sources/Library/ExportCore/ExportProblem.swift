public import SharedModels

public enum ExportProblem: Error, Equatable, Sendable {
  case exists(path: String)
  case isFolder(path: String)
  case isLibrary(path: String)
  case noFolder(path: String)
  case noAudio(title: String)
  case noTranscript(title: String, state: TranscriptionState)
}

extension ExportProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .exists(let path): "\(path) already exists and was left unchanged; choose another name"
    case .isFolder(let path): "\(path) is a folder; choose another name for the file"
    case .isLibrary(let path):
      "\(path) belongs to the library, which exports do not write to; choose another place"
    case .noFolder(let path): "the folder \(path) does not exist; create it, or choose another one"
    case .noAudio(let title):
      """
      the audio of '\(name(title))' is missing from the library folder; its transcript can still \
      be exported
      """
    case .noTranscript(let title, let state):
      "'\(name(title))' has no transcript yet: \(state.reasonForNoTranscript)"
    }
  }

  private func name(_ title: String) -> String { title.isEmpty ? "Untitled" : title }
}

extension TranscriptionState {
  fileprivate var reasonForNoTranscript: String {
    switch self {
    case .cancelled, .done, .none, .unknown: "transcribe it first"
    case .failed(let reason): "transcription failed (\(reason)); retry it"
    case .queued: "it is waiting to be transcribed; try again later"
    case .running(let progress):
      "it is being transcribed (\(Int(progress * 100))%); try again when it is done"
    }
  }
}
