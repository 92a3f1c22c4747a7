public import ApiClient
public import LibraryFolder

/// A library behind a server, and the folder in which this machine keeps what it needs for it:
/// recordings that have not gone up yet, and sound that was heard here.
public struct RemoteLibrary: Sendable {
  public let connection: ServerConnection
  /// As of any library, but for the database; the sound that came from the server is in `fetched/`.
  public let folder: LibraryFolder
  let sounds: FetchedSounds

  /// - Parameters:
  ///   - server: Where the library is.
  ///   - home: The folder of this machine's own library, below which that of the other one is.
  public init(_ server: ServerAddress, below home: LibraryFolder) {
    connection = ServerConnection(server)
    folder = LibraryFolder(
      root: home.root.appendingPathComponent("servers", isDirectory: true)
        .appendingPathComponent(server.fileName, isDirectory: true))
    sounds = FetchedSounds(connection, folder: folder)
  }
}
