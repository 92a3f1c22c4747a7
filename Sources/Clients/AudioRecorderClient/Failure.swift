public import Foundation

extension AudioRecorderClient {
  /// Why nothing was recorded. `description` is one line that says what is wrong and what to do.
  public enum Failure: Error, Equatable, Sendable {
    /// There is one already: only one recording goes on at a time.
    case alreadyRecording
    /// The draft of this recording exists but no recording could be made of it. It is kept.
    case draftKept(path: String, reason: String)
    /// There is too little space on the disk to begin.
    case diskFull(path: String)
    /// There is a file of that name, which is left as it is.
    case destinationExists(path: String)
    /// The recording ended before any sound came.
    case nothingRecorded(RecordingEnd)
    /// There is nothing to record from.
    case unavailable(AudioInputStatus)
    /// The draft cannot be made or written; `reason` is the system's own text.
    case unwritable(path: String, reason: String)
  }
}

extension AudioRecorderClient.Failure: CustomStringConvertible {
  /// What is wrong and what to do, in one line.
  public var description: String {
    switch self {
    case .alreadyRecording:
      "a recording is already in progress; stop it first"
    case .draftKept(let path, let reason):
      "the recording is kept as a draft in \(path): \(reason);"
        + " 'speechmemo recover' makes a memo from it"
    case .diskFull(let path):
      "not enough disk space to record to \(path); free some space and try again"
    case .destinationExists(let path):
      "\(path) already exists and was left unchanged; choose another name"
    case .nothingRecorded(let end):
      switch end {
      case .stopped: "nothing was recorded: the recording stopped before any audio arrived"
      case .deviceLost: "nothing was recorded: the microphone was disconnected"
      case .diskFull: "nothing was recorded: the disk is full; free some space"
      case .serverLost: "nothing was recorded: the sound server stopped"
      case .failed(let reason): "nothing was recorded: \(reason)"
      }
    case .unavailable(let status):
      status.hint.map { "\(status.message); \($0)" } ?? status.message
    case .unwritable(let path, let reason):
      "cannot record to \(path): \(reason); check the folder"
    }
  }
}

extension AudioRecorderClient.Failure: LocalizedError {
  /// The same line as `description`.
  public var errorDescription: String? { description }
}
