import ConcurrencyExtras
import Foundation
import POSIX

/// Files that are entries of a dictionary, with the rules that a disk has.
final class MemoryBacking: FileStorageBacking {
  let locks = LockTable()
  private let files: LockIsolated<[URL: Data]>
  private let state = Mutex(MemoryTable())

  private init(files: LockIsolated<[URL: Data]>) {
    self.files = files
  }

  /// One per box, while it is in use.
  static func shared(over files: LockIsolated<[URL: Data]>) -> MemoryBacking {
    registry.withLock { registry in
      registry = registry.filter { $0.value.object != nil }
      // A backing holds its box, so that no other can have the same identity.
      if let known = registry[ObjectIdentifier(files)]?.object { return known }
      let new = MemoryBacking(files: files)
      registry[ObjectIdentifier(files)] = WeakReference(new)
      return new
    }
  }

  private static let registry = Mutex<[ObjectIdentifier: WeakReference<MemoryBacking>]>([:])

  func read(_ url: URL) throws(FileStorageError) -> FileSnapshot {
    try snapshot(of: MemoryPath(url, for: .read), for: .read)
  }

  func stamp(of url: URL) throws(FileStorageError) -> FileStamp {
    try snapshot(of: MemoryPath(url, for: .read), for: .read).stamp
  }

  func write(_ data: Data, to url: URL) throws(FileStorageError) -> FileStamp {
    let path = try MemoryPath(url, for: .write)
    defer { tellSubscribers(of: path) }
    return try withFiles(path, for: .write) { state, files in
      files[path.key(in: files)] = data
      return state.newStamp(for: path, data)
    }
  }

  func makeFolder(_ url: URL, permissions: UInt16) throws(FileStorageError) {
    // Folders don't exist, but a file could not be created below another file.
    let path = try MemoryPath(url.appendingPathComponent("file"), for: .makeFolder)
    try withFiles(path, for: .makeFolder) { _, _ in }
  }

  func delete(_ url: URL) throws(FileStorageError) -> Bool {
    let path = try MemoryPath(url, for: .delete)
    defer { tellSubscribers(of: path) }
    return try withFiles(path, for: .delete) { state, files in
      state.stamps[path.url] = nil
      return files.removeValue(forKey: path.key(in: files)) != nil
    }
  }

  func quarantine(
    _ url: URL, expecting stamp: FileStamp?, date: Date
  ) throws(FileStorageError) -> URL? {
    let path = try MemoryPath(url, for: .quarantine)
    defer { tellSubscribers(of: path) }
    return try withFiles(path, for: .quarantine) { state, files throws(FileStorageError) -> URL? in
      let current = state.snapshot(of: path, in: files)
      guard stamp == nil || stamp == current.stamp
      else { throw FileStorageError(.changed, operation: .quarantine, url: url) }
      guard let data = current.data
      else { return nil }
      for name in FilePath(path.url.path).quarantineNames(date: date) {
        let target = URL(fileURLWithPath: name.string)
        guard files[target] == nil else { continue }
        files[target] = data
        files[path.key(in: files)] = nil
        state.stamps[path.url] = nil
        return target
      }
      return nil
    }
  }

  func identity(of url: URL) -> String {
    let path = url.absoluteURL.path
    return path.contains("/.") || path.contains("//") ? url.standardizedFileURL.path : path
  }

  func lockKey(for url: URL) throws(FileStorageError) -> String {
    let path = try MemoryPath(url, for: .lock)
    try withFiles(path, for: .lock) { _, _ in }
    return path.url.path
  }

  /// No other process has these files.
  func processLock(for key: String) -> ProcessLock? { nil }

  func subscribe(
    to url: URL, since stamp: FileStamp?,
    onChange: @escaping @Sendable (Result<FileStamp, FileStorageError>) -> Void
  ) throws(FileStorageError) -> FileSubscription {
    let path = try MemoryPath(url, for: .watch)
    let current: @Sendable () -> FileStamp = { [weak self] in
      (try? self?.snapshot(of: path, for: .watch).stamp) ?? .missing
    }
    let subscriber = Subscriber(told: stamp ?? current(), current: current, onChange: onChange)
    let id = ObjectIdentifier(subscriber)
    state.withLock { $0.subscribers[path.url, default: [:]][id] = subscriber }
    subscriber.check()
    return FileSubscription { [weak self] in
      subscriber.cancel()
      self?.state.withLock { state in
        state.subscribers[path.url]?[id] = nil
        if state.subscribers[path.url]?.isEmpty == true { state.subscribers[path.url] = nil }
      }
    }
  }

  private func snapshot(
    of path: MemoryPath, for operation: FileStorageError.Operation
  ) throws(FileStorageError) -> FileSnapshot {
    try withFiles(path, for: operation) { state, files in state.snapshot(of: path, in: files) }
  }

  /// Accesses the files and their metadata, if the path is valid.
  private func withFiles<T: Sendable>(
    _ path: MemoryPath, for operation: FileStorageError.Operation,
    _ work: (inout MemoryTable, inout [URL: Data]) throws(FileStorageError) -> T
  ) throws(FileStorageError) -> T {
    let result = state.withLock { state in
      files.withLock { files in
        Result { () throws(FileStorageError) in
          try path.check(in: files, for: operation)
          return try work(&state, &files)
        }
      }
    }
    return try result.get()
  }

  private func tellSubscribers(of path: MemoryPath) {
    let subscribers = state.withLock { $0.subscribers[path.url].map { Array($0.values) } ?? [] }
    guard !subscribers.isEmpty
    else { return }
    LockHolder.performOutsideOfLock {
      for subscriber in subscribers { subscriber.check() }
    }
  }
}
