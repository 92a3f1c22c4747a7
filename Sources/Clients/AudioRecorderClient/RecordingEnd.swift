public enum RecordingEnd: Equatable, Sendable {
  case stopped
  case deviceLost
  case diskFull
  case serverLost
  case failed(reason: String)

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
