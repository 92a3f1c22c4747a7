import Foundation
import POSIX

/// The files of this machine.
final class DiskBacking: FileStorageBacking {
  let locks = LockTable()
  private let leftovers = Leftovers()
  private let watcher = FileWatcher()

  func read(_ url: URL) throws(FileStorageError) -> FileSnapshot {
    let path = try FilePath(url, for: .read)
    return try path.telling(of: .read) {
      do {
        return try Self.snapshot(of: path)
      } catch let error as SystemError where error.code == ENOENT {
        return .missing
      }
    }
  }

  private static func snapshot(of path: FilePath) throws -> FileSnapshot {
    // A pipe without a writer would make opening it wait.
    let file = try Descriptor(path.string, O_RDONLY | O_NONBLOCK)
    var before = try file.status()
    try before.checkIsRegular()
    for _ in 0..<100 {
      let data = try file.readToEnd(sizeHint: Int(before.st_size))
      // A program may have written in place during the read: then the data is a mixture.
      let after = try file.status()
      if after.stamp == before.stamp { return FileSnapshot(data: data, stamp: after.stamp) }
      before = after
      try SystemError.check { lseek(file.number, 0, SEEK_SET) }
    }
    throw DiskFailure.known(.changed)
  }

  func stamp(of url: URL) throws(FileStorageError) -> FileStamp {
    let path = try FilePath(url, for: .read)
    return try path.telling(of: .read) { try path.stamp() }
  }

  func write(_ data: Data, to url: URL) throws(FileStorageError) -> FileStamp {
    let path = try FilePath(url, for: .write).resolved(for: .write)
    return try path.telling(of: .write) {
      try POSIX.makeFolder(path.folder.string)
      leftovers.sweepOnce(path.folder)
      return try AtomicWrite(path).run(data)
    }
  }

  func delete(_ url: URL) throws(FileStorageError) -> Bool {
    let path = try FilePath(url, for: .delete).resolved(for: .delete)
    return try path.telling(of: .delete) {
      do {
        try removeFile(path.string)
        try OpenFolder(path.folder.string).sync()
        return true
      } catch let error as SystemError where error.code == ENOENT {
        return false
      }
    }
  }

  func quarantine(
    _ url: URL, expecting stamp: FileStamp?, date: Date
  ) throws(FileStorageError) -> URL? {
    let path = try FilePath(url, for: .quarantine).resolved(for: .quarantine)
    return try path.telling(of: .quarantine) {
      let current = try path.stamp()
      guard stamp == nil || stamp == current
      else { throw DiskFailure.known(.changed) }
      if current.isMissing { return nil }
      for name in path.quarantineNames(date: date) {
        do throws(SystemError) {
          try path.move(to: name)
          try OpenFolder(path.folder.string).sync()
          return URL(fileURLWithPath: name.string)
        } catch {
          guard error.code == EEXIST
          else { throw error }
        }
      }
      return nil
    }
  }

  func makeFolder(_ url: URL, permissions: UInt16) throws(FileStorageError) {
    // Through a file in it, since the root is a folder, too.
    let path = try FilePath(url.appendingPathComponent("file"), for: .makeFolder).folder
    try path.telling(of: .makeFolder) {
      try POSIX.makeFolder(path.string, mode: mode_t(permissions))
    }
  }

  func identity(of url: URL) -> String {
    guard let path = try? FilePath(url, for: .read)
    else { return url.absoluteString }
    let hops = path.hops
    return hops[hops.count - 1].canonical.string
  }

  func lockKey(for url: URL) throws(FileStorageError) -> String {
    let path = try FilePath(url, for: .lock).resolved(for: .lock)
    try path.telling(of: .lock) { try POSIX.makeFolder(path.folder.string) }
    return path.canonical.string
  }

  func processLock(for key: String) -> ProcessLock? {
    ProcessLock(FilePath(key))
  }

  func subscribe(
    to url: URL, since stamp: FileStamp?,
    onChange: @escaping @Sendable (Result<FileStamp, FileStorageError>) -> Void
  ) throws(FileStorageError) -> FileSubscription {
    try watcher.subscribe(to: FilePath(url, for: .watch), since: stamp, onChange: onChange)
  }
}
