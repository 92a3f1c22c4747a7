public import ApiClient
public import AudioFileClient
public import LibraryFolder
import SoundCore

/// A library behind a server, and the local folder for its fetched audio and pending uploads.
public struct RemoteLibrary: Sendable {
  public let connection: ServerConnection
  /// A library folder without a database; fetched audio is in `fetched/`.
  public let folder: LibraryFolder
  let memos: MemoCache
  let sounds: AudioCache

  public init(_ server: ServerAddress, below home: LibraryFolder, local: AudioFileClient) {
    connection = ServerConnection(server)
    folder = LibraryFolder(
      root: home.root.appendingPathComponent("servers", isDirectory: true)
        .appendingPathComponent(server.fileName, isDirectory: true))
    let memos = MemoCache()
    self.memos = memos
    sounds = AudioCache(of: folder, from: RemoteAudioSource(connection, memos), local: local)
  }
}
