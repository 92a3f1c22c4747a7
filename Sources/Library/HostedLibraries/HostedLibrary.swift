public import DatabaseClient
public import LibraryFolder
public import SharedSettings

public struct HostedLibrary: Sendable {
  public let database: DatabaseClient
  /// Local files: cached audio, or the audio itself if there is no object store.
  public let folder: LibraryFolder
  public let name: String
  public let settings: SettingsStore
}
