public import SharedModels

/// Why a memo cannot be exported. Each description is a line that says what to do.
public enum ExportProblem: Error, Equatable, Sendable {
  /// There is a file, and it was not to be replaced.
  case exists(path: String)
  /// The name is a folder's.
  case isFolder(path: String)
  /// The place is one of the library's own files, or would be among them.
  case isLibrary(path: String)
  /// The folder to write to is not there.
  case noFolder(path: String)
  /// The memo's audio file is gone.
  case noSound(title: String)
  /// The memo has no transcript yet.
  case noTranscript(title: String, state: TranscriptionState)
}

extension ExportProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .exists(let path): "\(path) is there already and was left as it is; choose another name"
    case .isFolder(let path): "\(path) is a folder; choose another name for the file"
    case .isLibrary(let path):
      "\(path) is the library's own, which exports leave alone; choose another place"
    case .noFolder(let path): "there is no folder \(path); make it, or choose another one"
    case .noSound(let title):
      """
      the sound of '\(name(title))' is gone from the library's folder; its transcript can still be \
      exported
      """
    case .noTranscript(let title, let state):
      "'\(name(title))' has no transcript yet: \(state.reasonForNoTranscript)"
    }
  }

  private func name(_ title: String) -> String { title.isEmpty ? "Untitled" : title }
}

extension TranscriptionState {
  /// Why there is none, and what to do, after a colon.
  fileprivate var reasonForNoTranscript: String {
    switch self {
    case .cancelled, .done, .none, .unknown: "transcribe it first"
    case .failed(let reason): "it could not be made (\(reason)); try it again"
    case .queued: "it waits to be transcribed; try again later"
    case .running(let progress):
      "it is being made (\(Int(progress * 100)) %); try again when it is done"
    }
  }
}
