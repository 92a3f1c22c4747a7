import Foundation

/// The backing of a ``FileStorage``.
protocol FileStorageBacking: AnyObject, Sendable {
  var locks: LockTable { get }

  func read(_ url: URL) throws(FileStorageError) -> FileSnapshot
  func stamp(of url: URL) throws(FileStorageError) -> FileStamp
  func write(_ data: Data, to url: URL) throws(FileStorageError) -> FileStamp
  func delete(_ url: URL) throws(FileStorageError) -> Bool
  func quarantine(
    _ url: URL, expecting stamp: FileStamp?, date: Date
  ) throws(FileStorageError) -> URL?

  func makeFolder(_ url: URL, permissions: UInt16) throws(FileStorageError)

  /// One value for all the paths that lead to the same file now.
  func identity(of url: URL) -> String

  /// The file that a lock on `url` is for: one value for all the paths that lead to it.
  func lockKey(for url: URL) throws(FileStorageError) -> String
  /// The lock against other processes, not held yet; `nil` if not needed.
  func processLock(for key: String) -> ProcessLock?

  func subscribe(
    to url: URL, since stamp: FileStamp?,
    onChange: @escaping @Sendable (Result<FileStamp, FileStorageError>) -> Void
  ) throws(FileStorageError) -> FileSubscription
}
