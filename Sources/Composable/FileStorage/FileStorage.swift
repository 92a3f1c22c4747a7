public import ConcurrencyExtras
public import Foundation

/// Storage for documents: on disk, safely, or in memory, for tests and previews.
///
/// ```swift
/// @Dependency(\.defaultFileStorage) var files
/// let loaded = try files.read(settingsURL)
/// let stamp = try files.write(data, to: settingsURL)
/// for try await change in files.changes(of: settingsURL, since: stamp) {
///   // Another writer has changed it.
/// }
/// ```
///
/// Guarantees:
///
/// - A write happens completely or not at all, whatever stops the process or the machine. Once it
///   has returned, it survives a crash of either.
/// - A reader sees the complete old or the complete new value, and needs no lock for that.
/// - Every watcher is notified of changes by any process; see ``changes(of:since:)``.
/// - Code that reads, decides and writes under ``withLock(on:_:)`` loses no change to another
///   process that does the same.
///
/// Every function does its work on the caller's thread before it returns. Two values are equal if
/// they use the same storage.
public struct FileStorage: Sendable {
  let backing: any FileStorageBacking

  /// The files of this machine.
  public static let fileSystem = FileStorage(backing: DiskBacking())

  /// A new, empty storage in memory, which no other value shares.
  public static var inMemory: FileStorage { inMemory(fileSystem: LockIsolated([:])) }

  /// A storage whose files are the entries of a dictionary, which a test can fill and read.
  ///
  /// Storages with the same box share their files, locks, and watchers. Changing the box directly
  /// gives the file a new stamp, of which watchers are notified with the next change through a
  /// storage.
  ///
  /// - Parameter fileSystem: The content of each file by its URL.
  public static func inMemory(fileSystem: LockIsolated<[URL: Data]>) -> FileStorage {
    FileStorage(backing: MemoryBacking.shared(over: fileSystem))
  }

  /// A file's content with its stamp. A missing file is not an error.
  ///
  /// A file that is continuously changed in place throws ``FileStorageError/Reason/changed``. A
  /// file that is replaced is read completely, old or new.
  public func read(_ url: URL) throws(FileStorageError) -> FileSnapshot {
    try backing.read(url)
  }

  /// A file's stamp, ``FileStamp/missing`` if the file is missing.
  public func stamp(of url: URL) throws(FileStorageError) -> FileStamp {
    try backing.stamp(of: url)
  }

  /// Replaces a file's content, or makes the file.
  ///
  /// Writes the data to a new file in the same folder, syncs it, renames it over the old file, and
  /// syncs the folder. Creates missing folders. Follows a symbolic link and replaces the file that
  /// it leads to. Keeps the old file's permissions and owner as far as the system allows, but not
  /// access lists, extended attributes, and hard links. Doesn't replace a file that this process
  /// may not write. If the write fails, the old file is unchanged and no other file is left behind;
  /// those of a killed process are removed by the next process's first write to the folder. Only
  /// syncing the folder can fail after the file was replaced: see ``FileStorageError/written``.
  ///
  /// - Parameters:
  ///   - data: The new content.
  ///   - url: The file.
  /// - Returns: The stamp of the written content.
  @discardableResult
  public func write(_ data: Data, to url: URL) throws(FileStorageError) -> FileStamp {
    try backing.write(data, to: url)
  }

  /// Makes a folder and any missing parents, so that they survive a crash of the machine.
  ///
  /// ``write(_:to:)`` creates folders itself. Call this for a folder that other code puts files
  /// into, or that needs particular permissions. Existing folders stay unchanged. Does nothing in
  /// memory.
  ///
  /// - Parameters:
  ///   - url: The folder.
  ///   - permissions: The folder's permissions, subject to the process's umask. Missing parents get
  ///     0o777, subject to the umask, too.
  public func makeFolder(
    _ url: URL, permissions: UInt16 = 0o777
  ) throws(FileStorageError) {
    try backing.makeFolder(url, permissions: permissions)
  }

  /// Identifies a file, whether it exists or not: the same for all paths that lead to it now.
  package func identity(of url: URL) -> String {
    backing.identity(of: url)
  }

  /// Deletes a file. A symbolic link is followed: its target is deleted.
  ///
  /// - Returns: Whether the file existed.
  @discardableResult
  public func delete(_ url: URL) throws(FileStorageError) -> Bool {
    try backing.delete(url)
  }

  /// Moves an unusable file aside, to an unused dated name in its folder.
  ///
  /// `settings.json` becomes `settings.unreadable-2026-11-21T061500Z.json`, with `-2` and so on
  /// after the date when that is taken.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - stamp: The expected stamp of the file; `nil` for any. If the file has changed,
  ///     ``FileStorageError/Reason/changed`` is thrown.
  ///   - date: The date in the name.
  /// - Returns: The file's new location; `nil` if it was missing.
  @discardableResult
  public func quarantine(
    _ url: URL, expecting stamp: FileStamp? = nil, date: Date = Date()
  ) throws(FileStorageError) -> URL? {
    try backing.quarantine(url, expecting: stamp, date: date)
  }
}

extension FileStorage: Hashable {
  /// Whether both are the same storage.
  public static func == (lhs: FileStorage, rhs: FileStorage) -> Bool {
    lhs.backing === rhs.backing
  }

  /// Hashes the identity of the storage.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(backing))
  }
}
