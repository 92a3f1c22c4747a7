import Foundation

/// The files of this machine.
final class DiskBacking: FileStorageBacking {
  let locks = LockTable()
  private let leftovers = Leftovers()
  private let watcher = FileWatcher()

  func read(_ url: URL) throws(FileStorageError) -> FileSnapshot {
    let path = try FilePath(url, for: .read)
    do throws(SystemError) {
      // A pipe without a writer would make opening it wait.
      let file = try Descriptor(path.string, O_RDONLY | O_NONBLOCK)
      var before = try file.status()
      try before.checkIsRegular()
      for _ in 0..<100 {
        let data = try file.readToEnd(sizeHint: Int(before.st_size))
        // A program that writes in place may have been at it: then what was read is a mixture.
        let after = try file.status()
        if after.stamp == before.stamp { return FileSnapshot(data: data, stamp: after.stamp) }
        before = after
        try SystemError.check { lseek(file.number, 0, SEEK_SET) }
      }
      throw SystemError(.changed)
    } catch {
      if error.code == ENOENT { return .missing }
      throw error.told(of: path, operation: .read)
    }
  }

  func stamp(of url: URL) throws(FileStorageError) -> FileStamp {
    let path = try FilePath(url, for: .read)
    do throws(SystemError) {
      return try path.stamp()
    } catch {
      throw error.told(of: path, operation: .read)
    }
  }

  func write(_ data: Data, to url: URL) throws(FileStorageError) -> FileStamp {
    let path = try FilePath(url, for: .write).resolved(for: .write)
    do throws(SystemError) {
      try path.folder.makeFolders()
      leftovers.sweepOnce(path.folder)
      return try AtomicWrite(path).run(data)
    } catch {
      throw error.told(of: path, operation: .write)
    }
  }

  func delete(_ url: URL) throws(FileStorageError) -> Bool {
    let path = try FilePath(url, for: .delete).resolved(for: .delete)
    do throws(SystemError) {
      try SystemError.check { unlink(path.string) }
      try path.folder.syncFolder()
      return true
    } catch {
      if error.code == ENOENT { return false }
      throw error.told(of: path, operation: .delete)
    }
  }

  func quarantine(
    _ url: URL, expecting stamp: FileStamp?, date: Date
  ) throws(FileStorageError) -> URL? {
    let path = try FilePath(url, for: .quarantine).resolved(for: .quarantine)
    do throws(SystemError) {
      let current = try path.stamp()
      guard stamp == nil || stamp == current
      else { throw SystemError(.changed) }
      if current.isMissing { return nil }
      for name in path.quarantineNames(date: date) {
        do throws(SystemError) {
          try path.move(to: name)
          try path.folder.syncFolder()
          return URL(fileURLWithPath: name.string)
        } catch {
          guard error.code == EEXIST
          else { throw error }
        }
      }
      return nil
    } catch {
      throw error.told(of: path, operation: .quarantine)
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
    do throws(SystemError) {
      try path.folder.makeFolders()
    } catch {
      throw error.told(of: path, operation: .lock)
    }
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
