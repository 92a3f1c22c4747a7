public import Foundation

extension FileStorage {
  /// Runs code while no other code, of this process or another, holds the lock of the same file.
  ///
  /// ```swift
  /// try await files.withLock(on: url) {
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
  /// The body does not suspend, so it can always finish. It must not lock a second file, since two
  /// bodies that lock each other's files would deadlock. That throws
  /// ``FileStorageError/Reason/nestedLock``.
  ///
  /// - Throws: `CancellationError` if the task is canceled while it waits, ``FileStorageError``,
  ///   and errors of the body.
  @discardableResult
  public func withLock<T>(
    on url: URL, isolation: isolated (any Actor)? = #isolation, _ body: () throws -> T
  ) async throws -> T {
    let key = try lockKey(for: url)
    let lock = backing.processLock(for: key)
    while true {
      let (isHeld, held) = try backing.locks.acquireIfFree(key, lock)
      if isHeld { return try run(body, key: key, lock: held) }
      try await backing.locks.wait(key)
    }
  }

  /// Runs code while no other code, of this process or another, holds the lock of the same file.
  ///
  /// Like ``withLock(on:isolation:_:)``, but blocks the thread while it waits, for callers that
  /// cannot suspend.
  @discardableResult
  public func withLock<T>(on url: URL, _ body: () throws -> T) throws -> T {
    let key = try lockKey(for: url)
    let lock = try backing.locks.acquire(key, backing.processLock(for: key))
    return try run(body, key: key, lock: lock)
  }

  private func lockKey(for url: URL) throws(FileStorageError) -> String {
    guard !LockHolder.isCaller
    else { throw FileStorageError(.nestedLock, operation: .lock, url: url) }
    return try backing.lockKey(for: url)
  }

  private func run<T>(_ body: () throws -> T, key: String, lock: ProcessLock?) throws -> T {
    let holder = LockHolder()
    defer {
      lock?.release()
      backing.locks.release(key)
      holder.finish()
    }
    return try holder.run(body)
  }
}
