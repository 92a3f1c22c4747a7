public import Foundation

extension AudioRecorderClient {
  public enum Failure: Error, Equatable, Sendable {
    case alreadyRecording
    case draftKept(path: String, reason: String)
    case diskFull(path: String)
    case destinationExists(path: String)
    case nothingRecorded(RecordingEnd)
    case unavailable(AudioInputStatus)
    case unwritable(path: String, reason: String)
  }
}

extension AudioRecorderClient.Failure: CustomStringConvertible {
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
  public var errorDescription: String? { description }
}
