public enum AudioOutputStatus: Equatable, Sendable {
  case ready(AudioOutputDevice)
  case muted(AudioOutputDevice)
  case noDevice
  case deviceMissing(id: String)
  case noServer(reason: String)
  case denied

  public var device: AudioOutputDevice? {
    switch self {
    case .ready(let device), .muted(let device): device
    case .deviceMissing, .denied, .noDevice, .noServer: nil
    }
  }

  public var message: String {
    switch self {
    case .ready(let device): "audio plays through \(device.name)"
    case .muted(let device): "\(device.name) is muted, so playback is silent"
    case .noDevice: "no loudspeaker found"
    case .deviceMissing(let id): "playback device '\(id)' not found"
    case .noServer(let reason):
      "cannot connect to a sound server" + (reason.isEmpty ? "" : " (\(reason))")
    case .denied: "the sound server refused the connection"
    }
  }

  public var hint: String? {
    switch self {
    case .ready: nil
    case .muted(let device): "unmute it: pactl set-sink-mute '\(device.id)' 0"
    case .noDevice: "plug one in, or switch it on in the sound settings"
    case .deviceMissing: "'speechmemo devices' lists the available devices"
    case .noServer: "start PipeWire (with pipewire-pulse) or PulseAudio: pulseaudio --start"
    case .denied: "run speechmemo as the user whose session runs the sound server"
    }
  }
}
