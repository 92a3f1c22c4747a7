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
    case .stopped: "the recording was ended"
    case .deviceLost: "the microphone was unplugged; what was recorded until then is kept"
    case .diskFull: "the disk is nearly full; what was recorded until then is kept"
    case .serverLost: "the sound server ended; what was recorded until then is kept"
    case .failed(let reason):
      "the recording broke off (\(reason)); what was recorded until then is kept"
    }
  }
}
