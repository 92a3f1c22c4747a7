import Dependencies
import FileStorage
public import LibraryFolder
public import Sharing

extension Shared<Settings> {
  /// Has a library that many machines use begin with what concerns a library of these, unless something
  /// has been set for it already.
  ///
  /// - Throws: Why it cannot be kept there.
  public func give(to store: SettingsStore) async throws {
    let mine = wrappedValue.ofLibrary
    guard mine != Settings().ofLibrary
    else { return }
    // Where something is there, it says no.
    _ = try await store.replace(mine, nil)
  }

  /// Has a library in a folder of this machine begin with these, unless it has settings already.
  ///
  /// - Throws: Why they cannot be kept there.
  public func give(to folder: LibraryFolder) async throws {
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
