public import AudioFileClient
public import AudioPlayerClient
import Foundation
import POSIX
import SoundCore

extension AudioFileClient {
  /// Reads a remote library's audio, fetching each file on first use.
  public static func remote(_ library: RemoteLibrary, local: AudioFileClient) -> Self {
    .fetched({ try await library.file(for: $0) }, local: local)
  }
}

extension RemoteLibrary {
  fileprivate func file(for url: URL) async throws -> URL {
    fileExists(url.path) ? url : try await sounds.file(for: url)
  }
}

extension AudioPlayerClient {
  public static func remote(_ library: RemoteLibrary, local: AudioPlayerClient) -> Self {
    var player = local
    player.play = { try await local.play(url: library.file(for: $0)) }
    player.playFrom = { try await local.playFrom(url: library.file(for: $0), time: $1) }
    return player
  }
}
