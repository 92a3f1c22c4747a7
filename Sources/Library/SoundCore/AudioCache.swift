public import AudioFileClient
public import AudioStoreClient
public import Foundation
public import LibraryFolder
import POSIX

public struct RemoteAudioSource: Sendable {
  public struct Part: Sendable {
    public var bytes: AudioStoreBytes
    public var byteCount: Int64?
    public var offset: Int64
    public var sha256: String

    public init(offset: Int64, byteCount: Int64?, sha256: String, bytes: AudioStoreBytes) {
      self.byteCount = byteCount
      self.bytes = bytes
      self.offset = offset
      self.sha256 = sha256
    }
  }

  /// Reads from an offset, or from 0 if the file may have changed. Throws `AudioFileError.missing`.
  public var read: @Sendable (_ name: String, _ offset: Int64) async throws -> Part

  public init(read: @escaping @Sendable (_ name: String, _ offset: Int64) async throws -> Part) {
    self.read = read
  }
}

/// A cache of remote audio files. The least recently used are evicted first.
public final class AudioCache: Sendable {
  private struct Download {
    enum State {
      case abandoned
      case removed
      case wanted
    }

    var state = State.wanted
    let name: String
    let task: Task<URL, any Error>
    var waiterCount = 1
  }

  private let fetched: URL
  private let libraries: URL?
  private let library: LibraryFolder
  private let limit: Int64
  private let local: AudioFileClient
  private let running = Mutex<[UUID: Download]>([:])
  private let source: RemoteAudioSource

  /// - Parameter libraries: A folder of libraries whose caches share the limit and a full disk.
  public init(
    of library: LibraryFolder, from source: RemoteAudioSource, limit: Int64 = 2 << 30,
    sharedBelow libraries: URL? = nil, local: AudioFileClient
  ) {
    fetched = Self.folder(of: library.root)
    self.libraries = libraries
    self.library = library
    self.limit = limit
    self.local = local
    self.source = source
  }

  private static func folder(of library: URL) -> URL {
    library.appendingPathComponent("fetched", isDirectory: true)
  }

  /// Returns the local file of a library's audio, or another URL unchanged. Cancels the download
  /// once no caller waits. Throws the source's error, or `AudioFileError` if it can't be stored.
  public func file(for url: URL) async throws -> URL {
    guard url.deletingLastPathComponent().path == library.audio.path
    else { return url }
    let name = url.lastPathComponent
    let cached = cachedFile(named: name)
    if fileExists(cached.path) {
      // Marks the last use, which decides about eviction.
      try? touch(cached.path)
      return cached
    }
    let (id, task) = download(name, to: cached)
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      running.withLock { running in
        running[id]?.waiterCount -= 1
        guard running[id]?.waiterCount == 0, running[id]?.state == .wanted
        else { return }
        running[id]?.state = .abandoned
        task.cancel()
      }
    }
  }

  private func download(_ name: String, to destination: URL) -> (UUID, Task<URL, any Error>) {
    running.withLock { running in
      let others = running.filter { $0.value.name == name }
      if let (id, other) = others.first(where: { $0.value.state == .wanted }) {
        running[id]?.waiterCount += 1
        return (id, other.task)
      }
      let id = UUID()
      let ending = others.map(\.value.task)
      let task = Task {
        // Canceled downloads of this name still write to the same file.
        for other in ending { _ = await other.result }
        return try await self.run(id, name, to: destination)
      }
      running[id] = Download(name: name, task: task)
      return (id, task)
    }
  }

  private func run(_ id: UUID, _ name: String, to destination: URL) async throws -> URL {
    let result: Result<URL, any Error>
    do {
      result = .success(try await fetch(name, to: destination))
    } catch {
      result = .failure(error)
    }
    switch running.withLock({ $0.removeValue(forKey: id)?.state }) {
    case .abandoned:
      throw CancellationError()
    case .removed:
      if case .success = result { try? removeFile(destination.path) }
      PartialDownload.remove(partialURL(name))
      throw AudioFileError.missing(path: library.audioFile(named: name).path)
    case .wanted, nil:
      return try result.get()
    }
  }

  /// Returns a path for a new file. Eviction removes those of killed processes after a day.
  func newFile(_ byteCount: Int64) throws -> URL {
    try LibraryFolder.make(fetched)
    makeRoom(for: byteCount)
    return fetched.appendingPathComponent("\(Self.newFilePrefix)\(UUID().uuidString)")
  }

  private static let newFilePrefix = ".new-"

  /// The longest time to store a new file, in seconds.
  private static let storingTime = 86_400

  public func keep(_ file: URL, named name: String) {
    do {
      try LibraryFolder.make(fetched)
      try moveDurably(file.path, to: cachedFile(named: name).path)
      makeRoom(for: 0)
    } catch {
      try? removeFile(file.path)
    }
  }

  /// Removes a file and cancels its download. Returns whether it was completely cached.
  @discardableResult
  public func remove(named name: String) -> Bool {
    running.withLock { running in
      for (id, download) in running where download.name == name {
        running[id]?.state = .removed
        download.task.cancel()
      }
    }
    PartialDownload.remove(partialURL(name))
    return (try? removeFile(cachedFile(named: name).path)) != nil
  }

  private func cachedFile(named name: String) -> URL {
    fetched.appendingPathComponent(URL(fileURLWithPath: name).lastPathComponent)
  }

  private func partialURL(_ name: String) -> URL {
    fetched.appendingPathComponent(".\(cachedFile(named: name).lastPathComponent)")
  }

  private func fetch(_ name: String, to destination: URL) async throws -> URL {
    do {
      try LibraryFolder.make(fetched)
      let partial = try PartialDownload(self.partialURL(name))
      do {
        try await downloadVerified(name, to: partial)
      } catch {
        if (try? partial.byteCount) == 0 { try? removeFile(partial.url.path) }
        throw error
      }
      try Task.checkCancellation()
      do throws(SystemError) {
        try moveDurably(partial.url.path, to: destination.path)
      } catch {
        guard error.code == EEXIST
        else { throw error }
        try? removeFile(partial.url.path)
      }
      return destination
    } catch let error as SystemError {
      // A failure of this machine, not of the audio.
      throw error.isOutOfSpace
        ? AudioFileError.noSpace(path: destination.path)
        : AudioFileError.store(
          path: destination.path, reason: "it cannot be stored on this machine: \(error.reason)")
    } catch let error as LibraryFolderError {
      throw AudioFileError.store(path: destination.path, reason: error.description)
    }
  }

  private func downloadVerified(_ name: String, to partial: PartialDownload) async throws {
    do {
      try await downloadWithRetries(name, to: partial)
    } catch is PartialDownload.Changed {
      // The partial download was damaged or of another file.
      try partial.truncate(to: 0)
      do {
        try await download(name, to: partial)
      } catch is PartialDownload.Changed {
        try partial.truncate(to: 0)
        throw AudioFileError.io(path: name, reason: "the download does not match its checksum")
      }
    }
  }

  /// Resumes after a broken connection as long as each attempt makes progress.
  private func downloadWithRetries(_ name: String, to partial: PartialDownload) async throws {
    while true {
      let before = try partial.byteCount
      do {
        return try await download(name, to: partial)
      } catch AudioFileError.store where (try? partial.byteCount > before) == true {
        try Task.checkCancellation()
      }
    }
  }

  /// Throws ``PartialDownload/Changed`` if the file doesn't match its size or checksum.
  private func download(_ name: String, to partial: PartialDownload) async throws {
    let part = try await source.read(name, partial.byteCount)
    makeRoom(for: (part.byteCount ?? 0) - part.offset, keeping: partial.url)
    try partial.truncate(to: part.offset)
    for try await chunk in part.bytes { try append(chunk, to: partial) }
    try await partial.finish(expecting: part.byteCount, part.sha256, reading: local)
  }

  private func append(_ chunk: ArraySlice<UInt8>, to partial: PartialDownload) throws {
    let end = try partial.byteCount
    while true {
      do throws(SystemError) {
        return try partial.append(chunk)
      } catch {
        // On a small disk, the cache never reaches its limit.
        guard error.isOutOfSpace, removeOldest(keeping: partial.url)
        else { throw error }
        try partial.truncate(to: end)
      }
    }
  }

  private func removeOldest(keeping kept: URL) -> Bool {
    var files = cachedFiles(keeping: kept)
    while let oldest = files.popLast() {
      if oldest.url.lastPathComponent.hasPrefix(Self.newFilePrefix) { continue }
      if evict(oldest.url) { return true }
    }
    return false
  }

  private func makeRoom(for byteCount: Int64, keeping kept: URL? = nil) {
    var files = cachedFiles(keeping: kept)
    var total = files.reduce(byteCount) { $0 + $1.size }
    // Audio that is being stored may have no other copy.
    let storingSince = time(nil) - Self.storingTime
    files.removeAll {
      $0.date > storingSince && $0.url.lastPathComponent.hasPrefix(Self.newFilePrefix)
    }
    while total > limit, let oldest = files.popLast() {
      if evict(oldest.url) { total -= oldest.size }
    }
  }

  /// Returns `false` if a download uses the file, or it can't be removed.
  private func evict(_ file: URL) -> Bool {
    file.lastPathComponent.hasPrefix(".")
      ? PartialDownload.removeUnused(file) : (try? removeFile(file.path)) != nil
  }

  /// The least recently used last.
  private func cachedFiles(keeping kept: URL?) -> [(url: URL, date: Int, size: Int64)] {
    let folders =
      libraries.map { libraries in
        libraries.fileNames.map { Self.folder(of: libraries.appendingPathComponent($0)) }
      } ?? [fetched]
    return folders.flatMap { folder in folder.fileNames.map(folder.appendingPathComponent) }
      .compactMap { url -> (url: URL, date: Int, size: Int64)? in
        guard url.path != kept?.path, let status = try? fileStatus(of: url.path),
          status.st_mode & S_IFMT == S_IFREG
        else { return nil }
        return (url, Int(status.st_mtim.tv_sec), Int64(status.st_size))
      }
      .sorted { $0.date > $1.date }
  }
}
