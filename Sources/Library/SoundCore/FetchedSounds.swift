public import AudioFileClient
public import AudioStoreClient
import ConcurrencyExtras
public import Foundation
public import LibraryFolder
import POSIX

/// Where the sound of a library comes from that is not on this machine.
public struct SoundSource: Sendable {
  /// Sound that begins to come.
  public struct Part: Sendable {
    public var bytes: AudioStoreBytes
    /// How many bytes the whole has; `nil` where that is not known.
    public var byteCount: Int64?
    /// Where in the whole it begins, in bytes.
    public var offset: Int64
    /// The checksum of the whole; empty where nobody has taken it.
    public var sha256: String

    /// Creates a value from its properties.
    public init(offset: Int64, byteCount: Int64?, sha256: String, bytes: AudioStoreBytes) {
      self.byteCount = byteCount
      self.bytes = bytes
      self.offset = offset
      self.sha256 = sha256
    }
  }

  /// Begins to read the file of that name from a place on, or from the start where what was read
  /// before may have been something else.
  ///
  /// It throws what people are told, `AudioFileError.missing` where there is no such sound.
  public var read: @Sendable (_ name: String, _ offset: Int64) async throws -> Part

  /// Creates a value from its property.
  public init(read: @escaping @Sendable (_ name: String, _ offset: Int64) async throws -> Part) {
    self.read = read
  }
}

/// The sound of a library that is elsewhere, as far as it is on this machine, and the rest as it is
/// asked for. What was not used for longest goes when there is too much of it.
public final class FetchedSounds: Sendable {
  /// A sound that is on its way.
  private struct Download {
    enum Fate {
      /// Nobody waits for it any more, so that it is broken off.
      case abandoned
      /// It is not to be here, nor what has come of it.
      case removed
      case wanted
    }

    var fate = Fate.wanted
    let name: String
    let task: Task<URL, any Error>
    var waiterCount = 1
  }

  private let fetched: URL
  private let library: LibraryFolder
  private let limit: Int64
  private let local: AudioFileClient
  private let running = Protected<[UUID: Download]>([:])
  private let source: SoundSource

  /// - Parameters:
  ///   - library: The library. What was fetched is in `fetched` in its folder.
  ///   - limit: How many bytes are kept at most.
  ///   - local: What reads files of this machine.
  ///   - source: Where the rest comes from.
  public init(
    of library: LibraryFolder, from source: SoundSource, limit: Int64 = 2 << 30,
    local: AudioFileClient
  ) {
    fetched = library.root.appendingPathComponent("fetched", isDirectory: true)
    self.library = library
    self.limit = limit
    self.local = local
    self.source = source
  }

  /// Where the file is that a library here would have at `url`: for a file of another folder, there.
  /// It is fetched for as long as anybody waits for it.
  ///
  /// - Throws: What the source throws, and `AudioFileError` where it cannot be kept here, or is
  ///   removed meanwhile.
  public func file(for url: URL) async throws -> URL {
    guard url.deletingLastPathComponent().path == library.audio.path
    else { return url }
    let name = url.lastPathComponent
    let place = place(of: name)
    if isThere(place.path) {
      // By the date of its last use it is decided what goes.
      try? touch(place.path)
      return place
    }
    let (id, task) = download(name, to: place)
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      running.withLock { running in
        running[id]?.waiterCount -= 1
        guard running[id]?.waiterCount == 0, running[id]?.fate == .wanted
        else { return }
        running[id]?.fate = .abandoned
        task.cancel()
      }
    }
  }

  /// Waits with others for a sound that is on its way, or begins to fetch it.
  private func download(_ name: String, to place: URL) -> (UUID, Task<URL, any Error>) {
    running.withLock { running in
      let others = running.filter { $0.value.name == name }
      if let (id, other) = others.first(where: { $0.value.fate == .wanted }) {
        running[id]?.waiterCount += 1
        return (id, other.task)
      }
      let id = UUID()
      let ending = others.map(\.value.task)
      let task = Task {
        // Those that are broken off write to the same place.
        for other in ending { _ = await other.result }
        return try await self.run(id, name, to: place)
      }
      running[id] = Download(name: name, task: task)
      return (id, task)
    }
  }

  private func run(_ id: UUID, _ name: String, to place: URL) async throws -> URL {
    let result: Result<URL, any Error>
    do {
      result = .success(try await fetch(name, to: place))
    } catch {
      result = .failure(error)
    }
    switch running.withLock({ $0.removeValue(forKey: id)?.fate }) {
    case .abandoned:
      throw CancellationError()
    case .removed:
      if case .success = result { try? removeFile(place.path) }
      BegunSound.remove(begun(name))
      throw AudioFileError.missing(path: library.audioFile(named: name).path)
    case .wanted, nil:
      return try result.get()
    }
  }

  /// A place beside those that were fetched, for sound that is on its way to where it belongs. What
  /// is left there by a process that was killed goes with what was not used for long.
  ///
  /// - Parameter byteCount: How much will come.
  /// - Throws: `LibraryFolderError`.
  func newFile(_ byteCount: Int64) throws -> URL {
    try LibraryFolder.make(fetched)
    makeRoom(for: byteCount)
    return fetched.appendingPathComponent(".new-\(UUID().uuidString)")
  }

  /// Takes a file that is where it belongs by now as one that was fetched.
  public func keep(_ file: URL, named name: String) {
    do {
      try LibraryFolder.make(fetched)
      try moveDurably(file.path, to: place(of: name).path)
      makeRoom(for: 0)
    } catch {
      // It can be fetched.
      try? removeFile(file.path)
    }
  }

  /// Forgets what was fetched of a sound. One that is on its way is broken off, and goes as well.
  ///
  /// - Returns: Whether all of it was here.
  @discardableResult
  public func remove(named name: String) -> Bool {
    running.withLock { running in
      for (id, download) in running where download.name == name {
        running[id]?.fate = .removed
        download.task.cancel()
      }
    }
    BegunSound.remove(begun(name))
    return (try? removeFile(place(of: name).path)) != nil
  }

  /// Where a file is kept, in this folder whatever a library calls it.
  private func place(of name: String) -> URL {
    fetched.appendingPathComponent(URL(fileURLWithPath: name).lastPathComponent)
  }

  /// Where a sound is while it comes.
  private func begun(_ name: String) -> URL {
    fetched.appendingPathComponent(".\(place(of: name).lastPathComponent)")
  }

  private func fetch(_ name: String, to place: URL) async throws -> URL {
    do {
      try LibraryFolder.make(fetched)
      let begun = try BegunSound(self.begun(name))
      do {
        try await downloadAll(name, to: begun)
      } catch {
        // Nothing can be gone on with.
        if (try? begun.byteCount) == 0 { try? removeFile(begun.url.path) }
        throw error
      }
      try Task.checkCancellation()
      do throws(SystemError) {
        try moveDurably(begun.url.path, to: place.path)
      } catch {
        // Another process was faster.
        guard error.code == EEXIST
        else { throw error }
        try? removeFile(begun.url.path)
      }
      return place
    } catch let error as SystemError {
      // It is this machine that is not well, and not the sound.
      throw error.isForLackOfSpace
        ? AudioFileError.noSpace(path: place.path)
        : AudioFileError.store(
          path: place.path, reason: "it cannot be stored on this machine: \(error.reason)")
    } catch let error as LibraryFolderError {
      throw AudioFileError.store(path: place.path, reason: error.description)
    }
  }

  private func downloadAll(_ name: String, to begun: BegunSound) async throws {
    do {
      try await downloadOn(name, to: begun)
    } catch is BegunSound.Changed {
      // What was there of it from a time before was of something else, or was damaged.
      try begun.truncate(to: 0)
      do {
        try await download(name, to: begun)
      } catch is BegunSound.Changed {
        try begun.truncate(to: 0)
        throw AudioFileError.io(path: name, reason: "the download does not match its checksum")
      }
    }
  }

  /// Goes on where a connection breaks, for as long as each of them brings some of it.
  private func downloadOn(_ name: String, to begun: BegunSound) async throws {
    while true {
      let before = try begun.byteCount
      do {
        return try await download(name, to: begun)
      } catch AudioFileError.store where (try? begun.byteCount > before) == true {
        try Task.checkCancellation()
      }
    }
  }

  /// Writes the sound to a file, behind what is there of it from a time before.
  ///
  /// - Throws: ``BegunSound/Changed`` where the whole is not what it should be.
  private func download(_ name: String, to begun: BegunSound) async throws {
    let part = try await source.read(name, begun.byteCount)
    makeRoom(for: (part.byteCount ?? 0) - part.offset, keeping: begun.url.lastPathComponent)
    try begun.truncate(to: part.offset)
    for try await piece in part.bytes { try begun.append(piece) }
    try await begun.finish(expecting: part.byteCount, part.sha256, reading: local)
  }

  private func makeRoom(for byteCount: Int64, keeping kept: String = "") {
    var sizes = ((try? names(in: fetched.path)) ?? []).compactMap {
      name -> (url: URL, date: Int, size: Int64)? in
      let url = fetched.appendingPathComponent(name)
      guard name != kept, let status = try? fileStatus(of: url.path),
        status.st_mode & S_IFMT == S_IFREG
      else { return nil }
      return (url, Int(status.st_mtim.tv_sec), Int64(status.st_size))
    }
    var total = sizes.reduce(byteCount) { $0 + $1.size }
    sizes.sort { $0.date > $1.date }
    while total > limit, let oldest = sizes.popLast() {
      try? removeFile(oldest.url.path)
      total -= oldest.size
    }
  }
}
