public import AudioFileClient
public import AudioStoreClient
public import Dependencies
public import Foundation
public import LibraryFolder
import POSIX
import SharedModels

/// A library with its audio in a store. Its folder holds unfinished files and the cache.
public struct StoredLibrary: Sendable {
  public let folder: LibraryFolder
  public let store: AudioStoreClient
  let sounds: AudioCache

  /// - Parameter store: A store or a part of one that no other library uses.
  public init(
    _ folder: LibraryFolder, in store: AudioStoreClient, keeping limit: Int64 = 2 << 30,
    sharedBelow libraries: URL? = nil, local: AudioFileClient
  ) {
    self.folder = folder
    self.store = store
    sounds = AudioCache(
      of: folder, from: RemoteAudioSource(store), limit: limit, sharedBelow: libraries,
      local: local)
  }

  func failing<Value: Sendable>(
    at url: URL, _ work: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await work()
    } catch let error as AudioStoreError {
      throw error.audioFileError(path: url.path)
    }
  }

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

public struct StoredLibraries: Sendable {
  public let linkOrigins: [String]
  private let find: @Sendable (_ audio: URL) -> StoredLibrary?

  /// - Parameter find: Returns the library with this audio folder; `nil` if it isn't in a store.
  public init(
    linkOrigins: [String], find: @escaping @Sendable (_ audio: URL) -> StoredLibrary?
  ) {
    self.find = find
    self.linkOrigins = linkOrigins
  }

  public init(_ libraries: StoredLibrary...) {
    self.init(
      linkOrigins: Set(libraries.compactMap { $0.store.linkOrigin() }).sorted(),
      find: { audio in libraries.first { $0.folder.audio.path == audio.path } })
  }

  func library(withSoundIn folder: URL) -> StoredLibrary? { find(folder) }

  func library(with file: URL) -> StoredLibrary? { find(file.deletingLastPathComponent()) }
}

extension DependencyValues {
  public mutating func useStores(of libraries: StoredLibraries) {
    audioFile = .stored(libraries, local: audioFile)
    soundFiles = .stored(libraries, local: soundFiles, copying: audioFile)
  }
}

extension RemoteAudioSource {
  init(_ store: AudioStoreClient) {
    self.init { name, offset in
      do {
        let whole = try await store.get(name: name, range: offset > 0 ? offset..<Int64.max : nil)
        if offset > 0, whole.entry.sha256 == nil || whole.range.lowerBound != offset {
          // Without a checksum, a changed file would go unnoticed.
          return Part(try await store.get(name: name, range: nil))
        }
        return Part(whole)
      } catch let error as AudioStoreError {
        throw error.audioFileError(path: name)
      }
    }
  }
}

extension RemoteAudioSource.Part {
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
  func audioFileError(path: String) -> AudioFileError {
    switch self {
    case .invalidName, .missing: .missing(path: path)
    case .changed:
      // A failure of this file, not of the store.
      .io(path: path, reason: AudioFileError.checksumMismatch)
    case .exists: .destinationExists(path: path)
    case .noSpace: .noSpace(path: path)
    case .clockSkew, .denied, .io, .noStore, .wrongRegion, .refused, .unavailable:
      .store(path: path, reason: description)
    }
  }
}

extension AudioFileError {
  fileprivate static let checksumMismatch = "its contents in the store have changed"

  public var isChecksumMismatch: Bool {
    if case .io(_, Self.checksumMismatch) = self { true } else { false }
  }
}
