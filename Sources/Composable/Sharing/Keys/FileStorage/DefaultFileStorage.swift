public import Dependencies
public import FileStorage

extension DependencyValues {
  /// The storage that documents are kept in where none is named.
  ///
  /// The live value is ``FileStorage/fileSystem``. Each test and each preview has its own storage
  /// in memory.
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
