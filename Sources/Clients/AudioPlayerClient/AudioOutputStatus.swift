/// Whether sound can be played, and if not, why.
public enum AudioOutputStatus: Equatable, Sendable {
  /// It can, by this device.
  case ready(AudioOutputDevice)
  /// It can, but the device is switched off, so that nothing is heard.
  case muted(AudioOutputDevice)
  /// There is a sound server, but nothing to play to.
  case noDevice
  /// The device that was chosen is not there.
  case deviceMissing(id: String)
  /// No sound server answers; `reason` is what its library says.
  case noServer(reason: String)
  /// The sound server does not let us in.
  case denied

  /// The device that is played to, if there is one.
  public var device: AudioOutputDevice? {
    switch self {
    case .ready(let device), .muted(let device): device
    case .deviceMissing, .denied, .noDevice, .noServer: nil
    }
  }

  /// What is the case, in one line.
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

  /// What to do about it, in one line; `nil` where nothing is wrong.
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
