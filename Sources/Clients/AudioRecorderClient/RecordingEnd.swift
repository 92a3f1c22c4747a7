/// What ended a recording.
public enum RecordingEnd: Equatable, Sendable {
  /// It was asked to.
  case stopped
  /// The device was unplugged or switched off.
  case deviceLost
  /// The disk is full, or nearly: what is left is kept for the recording itself.
  case diskFull
  /// The sound server ended.
  case serverLost
  /// Something else failed; `reason` is what the system says.
  case failed(reason: String)

  /// What has happened, in one line.
  public var message: String {
    switch self {
    case .stopped: "the recording was stopped"
    case .deviceLost: "the microphone was disconnected; the audio recorded so far is kept"
    case .diskFull: "the disk is nearly full; the audio recorded so far is kept"
    case .serverLost: "the sound server stopped; the audio recorded so far is kept"
    case .failed(let reason):
      "the recording failed (\(reason)); the audio recorded so far is kept"
    }
  }
}
