import Dependencies
import FileStorage
public import LibraryFolder
public import Sharing

extension Shared<Settings> {
  /// Copies these settings to a shared library that has none yet.
  public func copy(to store: SettingsStore) async throws {
    let mine = wrappedValue.ofLibrary
    guard mine != Settings().ofLibrary
    else { return }
    _ = try await store.replace(mine, nil)
  }

  /// Copies these settings to a library folder that has none yet.
  public func copy(to folder: LibraryFolder) async throws {
    @Dependency(\.defaultFileStorage) var files
    let mine = wrappedValue
    guard try files.stamp(of: folder.settings).isMissing, mine != Settings()
    else { return }
    try LibraryFolder.make(folder.root)
    try await withDependencies {
      $0.libraryFolder = folder
    } operation: {
      let theirs = Shared(.settings)
      theirs.withLock { $0 = mine }
      try await theirs.save()
    }
  }
}
