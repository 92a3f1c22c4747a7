import FileStorage
import Foundation

/// A file whose content is one value, or something that cannot be understood.
struct ValueFile<Value: Sendable>: Sendable {
  let files: FileStorage
  let url: URL
  let coding: FileCoding<Value>

  /// The file's value, `nil` if the file is missing or empty.
  ///
  /// - Parameter isLocked: Whether the caller holds the file's lock.
  /// - Throws: An ``UnreadableFileError`` if the content can't be decoded. The file has then been
  ///   moved aside, if possible.
  func read(isLocked: Bool = false) throws -> (stamp: FileStamp, value: Value?) {
    let snapshot = try files.read(url)
    guard let data = snapshot.data, !data.isEmpty
    else { return (snapshot.stamp, nil) }
    do {
      return (snapshot.stamp, try coding.decode(data))
    } catch {
      let kept = try? keepAside(snapshot.stamp, isLocked: isLocked)
      throw UnreadableFileError(url: url, keptAt: kept, underlyingError: error)
    }
  }

  /// Replaces the file's value.
  func write(_ value: Value) throws -> FileReplacement {
    do {
      return FileReplacement(stamp: try files.write(coding.encode(value), to: url))
    } catch let error as FileStorageError {
      guard let stamp = error.written
      else { throw error }
      return FileReplacement(stamp: stamp, failure: error)
    }
  }

  /// Moves the file aside, under its lock, so that a valid file that another process writes in the
  /// meantime is not moved instead.
  private func keepAside(_ stamp: FileStamp, isLocked: Bool) throws -> URL? {
    if isLocked { return try files.quarantine(url, expecting: stamp) }
    return try files.withLock(on: url) { try files.quarantine(url, expecting: stamp) }
  }
}

/// A file has been replaced.
struct FileReplacement {
  let stamp: FileStamp
  /// Why the new content may not outlast a crash of the machine, and is to be written again.
  var failure: FileStorageError?
}
