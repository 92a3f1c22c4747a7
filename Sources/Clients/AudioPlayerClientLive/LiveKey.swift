public import AudioPlayerClient
public import Dependencies

extension AudioPlayerClient: DependencyKey {
  public static let liveValue = Self.live()
}

extension AudioPlayerClient {
  /// Plays through PulseAudio's library, which PipeWire supports too. Doesn't start a server.
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
