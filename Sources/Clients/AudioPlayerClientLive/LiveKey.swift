public import AudioPlayerClient
public import Dependencies

extension AudioPlayerClient: DependencyKey {
  /// The sound server that the environment names.
  public static let liveValue = Self.live()
}

extension AudioPlayerClient {
  /// A client that plays through PulseAudio's library, which PipeWire's server understands too.
  /// Files are decoded by `\.audioFile`, and stretched by Sonic.
  ///
  /// - Parameter server: The address of the sound server; `nil` for where the environment says.
  ///   None is started.
  public static func live(server: String? = nil) -> Self {
    let player = Player(server: server)
    return Self(
      currentTime: { player.currentTime },
      devices: { try await player.devices() },
      pause: { await player.pause() },
      play: { try await player.play($0, from: 0) },
      playFrom: { try await player.play($0, from: $1) },
      resume: { player.resume() },
      seek: { player.seek(to: $0) },
      selectDevice: { player.select($0) },
      setSkipsSilence: { player.setSkipsSilence($0) },
      setSpeed: { player.setSpeed($0) },
      status: { await player.status() },
      stop: { player.stop() })
  }
}
