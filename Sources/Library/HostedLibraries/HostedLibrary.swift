public import DatabaseClient
public import LibraryFolder
public import SharedSettings

/// One of many libraries whose memos are in one database.
public struct HostedLibrary: Sendable {
  public let database: DatabaseClient
  /// What this machine keeps of it for a time: its sound is elsewhere, or in here where there is no
  /// store of sound.
  public let folder: LibraryFolder
  public let name: String
  /// What is set for it, on whatever machine.
  public let settings: SettingsStore
}
