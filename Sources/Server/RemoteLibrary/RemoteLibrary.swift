public import ApiClient
public import AudioFileClient
public import LibraryFolder
import SoundCore

/// A library behind a server, and the folder in which this machine keeps what it needs for it:
/// recordings that have not gone up yet, and sound that was heard here.
public struct RemoteLibrary: Sendable {
  public let connection: ServerConnection
  /// As of any library, but for the database; the sound that came from the server is in `fetched/`.
  public let folder: LibraryFolder
  let memos: KnownMemos
  let sounds: FetchedSounds

  /// - Parameters:
  ///   - server: Where the library is.
  ///   - home: The folder of this machine's own library, below which that of the other one is.
  ///   - local: What reads files of this machine.
  public init(_ server: ServerAddress, below home: LibraryFolder, local: AudioFileClient) {
    connection = ServerConnection(server)
    folder = LibraryFolder(
      root: home.root.appendingPathComponent("servers", isDirectory: true)
        .appendingPathComponent(server.fileName, isDirectory: true))
    let memos = KnownMemos()
    self.memos = memos
    sounds = FetchedSounds(of: folder, from: SoundSource(connection, memos), local: local)
  }
}
