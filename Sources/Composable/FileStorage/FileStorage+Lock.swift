public import Foundation

extension FileStorage {
  /// Runs code while no other code, of this process or another, holds the lock of the same file.
  ///
  /// ```swift
  /// try files.withLock(on: url) {
  ///   let count = try decode(files.read(url).data)
  ///   try files.write(encode(count + 1), to: url)
  /// }
  /// ```
  ///
  /// The lock is advisory: it excludes only code that takes it, too. ``read(_:)`` and
  /// ``write(_:to:)`` don't need it, since readers never see an incomplete value. It is held on an
  /// empty file `.<name>.lock` next to the file, which is kept, and ends with the process. Missing
  /// folders are created.
  ///
  /// Blocks the thread while it waits. The body must not lock a second file, since two bodies that
  /// lock each other's files would deadlock. That throws ``FileStorageError/Reason/nestedLock``.
  ///
  /// - Throws: ``FileStorageError``, and errors of the body.
  @discardableResult
  public func withLock<T>(on url: URL, _ body: () throws -> T) throws -> T {
    guard !LockHolder.isCaller
    else { throw FileStorageError(.nestedLock, operation: .lock, url: url) }
    let key = try backing.lockKey(for: url)
    let holder = LockHolder()
    defer { holder.finish() }
    return try backing.locks.withLock(key) {
      guard let others = backing.processLock(for: key)
      else { return try holder.run(body) }
      return try others.withLock { try holder.run(body) }
    }
  }
}
