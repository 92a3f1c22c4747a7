public import AudioFileClient
public import AudioPlayerClient
import ConcurrencyExtras
import Foundation

extension AudioFileClient {
  /// Reads the sound of a library behind a server as if its files were here: they are fetched when
  /// they are first asked for.
  ///
  /// - Parameter local: What reads files of this machine.
  public static func remote(_ library: RemoteLibrary, local: AudioFileClient) -> Self {
    let sounds = library.sounds
    return Self(
      checksum: { try await local.checksum(of: sounds.file(for: $0)) },
      copyIn: { try await local.copyIn(from: sounds.file(for: $0), to: $1) },
      copyOut: { try await local.copyOut(from: sounds.file(for: $0), to: $1, replacing: $2) },
      copyStreamIn: local.copyStreamIn,
      decode: { url, start in
        AudioSamples {
          var iterator: AudioSamples.Iterator?
          return {
            if iterator == nil {
              iterator = local.decode(url: try await sounds.file(for: url), startingAt: start)
                .makeAsyncIterator()
            }
            return try await iterator?.next()
          }
        }
      },
      encode: { try await local.encode(from: sounds.file(for: $0), to: $1, comment: $2) },
      listen: { try await local.listen(url: sounds.file(for: $0), startingAt: $1) },
      peaks: { try await local.peaks(of: sounds.file(for: $0), count: $1) },
      probe: { try await local.probe(url: sounds.file(for: $0)) })
  }
}

extension AudioPlayerClient {
  /// Plays the sound of a library behind a server. It is fetched first, unless it is here.
  ///
  /// - Parameter local: What plays files of this machine.
  public static func remote(_ library: RemoteLibrary, local: AudioPlayerClient) -> Self {
    let sounds = library.sounds
    var player = local
    player.play = { try await local.play(url: sounds.file(for: $0)) }
    player.playFrom = { try await local.playFrom(url: sounds.file(for: $0), time: $1) }
    return player
  }
}
