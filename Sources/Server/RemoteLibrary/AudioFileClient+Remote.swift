public import AudioFileClient
public import AudioPlayerClient
import Foundation
import POSIX
import SoundCore

extension AudioFileClient {
  /// Reads the sound of a library behind a server as if its files were here: they are fetched when
  /// they are first asked for.
  ///
  /// - Parameter local: What reads files of this machine.
  public static func remote(_ library: RemoteLibrary, local: AudioFileClient) -> Self {
    .fetched({ try await library.file(for: $0) }, local: local)
  }
}

extension RemoteLibrary {
  /// Where a file of sound is on this machine: what has not gone up yet is in the library's folder.
  fileprivate func file(for url: URL) async throws -> URL {
    isThere(url.path) ? url : try await sounds.file(for: url)
  }
}

extension AudioPlayerClient {
  /// Plays the sound of a library behind a server. It is fetched first, unless it is here.
  ///
  /// - Parameter local: What plays files of this machine.
  public static func remote(_ library: RemoteLibrary, local: AudioPlayerClient) -> Self {
    var player = local
    player.play = { try await local.play(url: library.file(for: $0)) }
    player.playFrom = { try await local.playFrom(url: library.file(for: $0), time: $1) }
    return player
  }
}
