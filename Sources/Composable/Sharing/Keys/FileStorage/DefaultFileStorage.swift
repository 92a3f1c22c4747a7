public import Dependencies
public import FileStorage

extension DependencyValues {
  /// The storage that documents are kept in where none is named.
  ///
  /// Live it is ``FileStorage/fileSystem``. Every test has a new storage in memory of its own, and
  /// so has a preview.
  public var defaultFileStorage: FileStorage {
    get { self[DefaultFileStorageKey.self] }
    set { self[DefaultFileStorageKey.self] = newValue }
  }

  private enum DefaultFileStorageKey: DependencyKey {
    static var liveValue: FileStorage { .fileSystem }
    static var previewValue: FileStorage { .inMemory }
    static var testValue: FileStorage { .inMemory }
  }
}
