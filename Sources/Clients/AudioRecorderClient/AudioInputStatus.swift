public enum AudioInputStatus: Equatable, Sendable {
  case ready(AudioInputDevice)
  case muted(AudioInputDevice)
  case noDevice
  case deviceMissing(id: String)
  case noServer(reason: String)
  case denied

  public var device: AudioInputDevice? {
    switch self {
    case .ready(let device), .muted(let device): device
    case .deviceMissing, .denied, .noDevice, .noServer: nil
    }
  }

  public var message: String {
    switch self {
    case .ready(let device): "audio is recorded from \(device.name)"
    case .muted(let device): "\(device.name) is muted, so recordings are silent"
    case .noDevice: "no microphone found"
    case .deviceMissing(let id): "recording device '\(id)' not found"
    case .noServer(let reason):
      "cannot connect to a sound server" + (reason.isEmpty ? "" : " (\(reason))")
    case .denied: "the sound server refused the connection"
    }
  }

  public var hint: String? {
    switch self {
    case .ready: nil
    case .muted(let device): "unmute it: pactl set-source-mute '\(device.id)' 0"
    case .noDevice: "plug one in, or switch it on in the sound settings"
    case .deviceMissing: "'speechmemo devices' lists the available devices"
    case .noServer: "start PipeWire (with pipewire-pulse) or PulseAudio: pulseaudio --start"
    case .denied: "run speechmemo as the user whose session runs the sound server"
    }
  }
}
