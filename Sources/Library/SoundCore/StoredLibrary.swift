public import AudioFileClient
public import AudioStoreClient
public import Dependencies
public import Foundation
public import LibraryFolder
import POSIX
import SharedModels

/// A library whose sound is in an audio store: its folder has what is being made, and what was
/// fetched.
public struct StoredLibrary: Sendable {
  public let folder: LibraryFolder
  public let store: AudioStoreClient
  let sounds: FetchedSounds

  /// - Parameters:
  ///   - folder: The folder. That of its sound, `audio`, has nothing in it.
  ///   - store: Where its sound is, which no other library may use.
  ///   - limit: How many bytes are kept on this machine at most of what was fetched.
  ///   - local: What reads files of this machine.
  public init(
    _ folder: LibraryFolder, in store: AudioStoreClient, keeping limit: Int64 = 2 << 30,
    local: AudioFileClient
  ) {
    self.folder = folder
    self.store = store
    sounds = FetchedSounds(of: folder, from: SoundSource(store), limit: limit, local: local)
  }

  /// Does something with the store, and has what goes wrong be said as of the file at `url`.
  func failing<Value: Sendable>(
    at url: URL, _ work: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await work()
    } catch let error as AudioStoreError {
      throw error.audioFileError(path: url.path)
    }
  }

  /// Puts a file there that is in this machine's folder of what was fetched, and keeps it there.
  func put(_ file: URL, at url: URL, _ stored: StoredAudio) async throws {
    do {
      try await failing(at: url) {
        try await store.put(file: file, name: url.lastPathComponent, stored: stored)
      }
    } catch {
      try? removeFile(file.path)
      throw error
    }
    sounds.remove(named: url.lastPathComponent)
    sounds.keep(file, named: url.lastPathComponent)
  }
}

/// The libraries whose sound is in stores.
public struct StoredLibraries: Sendable {
  /// Where links to their sound lead, for those who must allow that.
  public let linkOrigins: [String]
  private let find: @Sendable (_ audio: URL) -> StoredLibrary?

  /// - Parameters:
  ///   - linkOrigins: Where links lead, each as `https://host`.
  ///   - find: The library that keeps its sound in that folder, or would; `nil` for one that does so,
  ///     and for any other folder.
  public init(
    linkOrigins: [String], find: @escaping @Sendable (_ audio: URL) -> StoredLibrary?
  ) {
    self.find = find
    self.linkOrigins = linkOrigins
  }

  /// These libraries.
  public init(_ libraries: StoredLibrary...) {
    self.init(
      linkOrigins: Set(libraries.compactMap { $0.store.linkOrigin() }).sorted(),
      find: { audio in libraries.first { $0.folder.audio.path == audio.path } })
  }

  /// The library that has its sound in a folder.
  func library(withSoundIn folder: URL) -> StoredLibrary? { find(folder) }

  /// The library that a file is the sound of.
  func library(with file: URL) -> StoredLibrary? { find(file.deletingLastPathComponent()) }
}

extension DependencyValues {
  /// Has everything find the sound of some libraries in their stores.
  public mutating func useStores(of libraries: StoredLibraries) {
    audioFile = .stored(libraries, local: audioFile)
    soundFiles = .stored(libraries, local: soundFiles, copying: audioFile)
  }
}

extension SoundSource {
  init(_ store: AudioStoreClient) {
    self.init { name, offset in
      do {
        let whole = try await store.get(name: name, range: offset > 0 ? offset..<Int64.max : nil)
        if offset > 0, whole.entry.sha256 == nil || whole.range.lowerBound != offset {
          // It may be of something else, and nobody could tell.
          return Part(try await store.get(name: name, range: nil))
        }
        return Part(whole)
      } catch let error as AudioStoreError {
        throw error.audioFileError(path: name)
      }
    }
  }
}

extension SoundSource.Part {
  fileprivate init(_ reading: AudioStoreReading) {
    let name = reading.entry.name
    let iterator = reading.bytes.makeAsyncIterator()
    self.init(
      offset: reading.range.lowerBound, byteCount: reading.entry.byteCount,
      sha256: reading.entry.sha256 ?? "",
      bytes: AudioStoreBytes {
        do {
          return try await iterator.next()
        } catch let error as AudioStoreError {
          throw error.audioFileError(path: name)
        }
      })
  }
}

extension AudioStoreError {
  /// What it is to who thinks that the sound is in a file.
  func audioFileError(path: String) -> AudioFileError {
    switch self {
    case .badName, .missing: .missing(path: path)
    case .changed:
      // It is this sound that is not well, and not the store.
      .io(path: path, reason: AudioFileError.otherBytes)
    case .exists: .destinationExists(path: path)
    case .noSpace: .noSpace(path: path)
    case .clock, .denied, .io, .noStore, .otherRegion, .refused, .unavailable:
      .store(path: path, reason: description)
    }
  }
}

extension AudioFileError {
  fileprivate static let otherBytes = "its contents in the store have changed"

  /// Whether a store has other bytes of a sound than it says.
  public var isOfOtherBytes: Bool {
    if case .io(_, Self.otherBytes) = self { true } else { false }
  }
}
