public import Foundation

extension FileStorage {
  /// The stamps of a file after each change by this code, other code of this process, or another
  /// process.
  ///
  /// ```swift
  /// let loaded = try files.read(url)
  /// for try await stamp in files.changes(of: url, since: loaded.stamp) { … }
  /// ```
  ///
  /// - A file changes when it is replaced, changed in place, deleted, or recreated, or when a link
  ///   on its path changes. A change in place is reported when the writer closes the file.
  ///   ``FileStamp/missing`` is the stamp of a deleted file.
  /// - Several changes in a row may be reported as one: the last stamp reported is the current one.
  /// - The file and its folders need not exist, and are not created. The nearest existing folder is
  ///   watched until they do. Renaming a folder further up is not noticed.
  /// - A write is reported with the stamp that ``write(_:to:)`` returned, so that a writer can
  ///   recognize its own changes.
  ///
  /// The system watches the folders, so an unchanged file costs no time. Without watchers, nothing
  /// is kept open.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - stamp: The stamp that the caller knows. If the file's differs, that is the first element.
  ///     `nil` for the current one.
  /// - Returns: A stream that ends with the task that reads it. It throws a ``FileStorageError``
  ///   when the system can watch no more folders.
  public func changes(
    of url: URL, since stamp: FileStamp? = nil
  ) -> AsyncThrowingStream<FileStamp, any Error> {
    // A late reader only needs the file's current state.
    let (stream, continuation) = AsyncThrowingStream<FileStamp, any Error>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    do {
      let subscription = try subscribe(to: url, since: stamp) { result in
        switch result {
        case .success(let stamp): continuation.yield(stamp)
        case .failure(let error): continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in subscription.cancel() }
    } catch {
      continuation.finish(throwing: error)
    }
    return stream
  }

  /// Calls a function for each stamp that a file gets, as ``changes(of:since:)`` reports them.
  ///
  /// Every change after this function has returned is reported, one call at a time: on disk, on a
  /// thread shared by all watchers of the storage, so return quickly; in memory, on the writer's
  /// thread, after it has released the file's lock. The function may use the storage, and may
  /// change the same file.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - stamp: The stamp that the caller knows; `nil` for the current one.
  ///   - onChange: Receives the file's stamp, or the reason why watching has ended.
  /// - Returns: A token that keeps the watch alive, until it is canceled or released.
  public func subscribe(
    to url: URL, since stamp: FileStamp? = nil,
    onChange: @escaping @Sendable (Result<FileStamp, FileStorageError>) -> Void
  ) throws(FileStorageError) -> FileSubscription {
    try backing.subscribe(to: url, since: stamp, onChange: onChange)
  }
}

/// Watches a file for as long as it exists.
public final class FileSubscription: Sendable {
  private let onCancel: @Sendable () -> Void

  init(onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = onCancel
  }

  deinit { onCancel() }

  /// Ends the watch. No call begins after this has returned, but one may be in progress.
  public func cancel() { onCancel() }
}
