import AudioFileClient
public import AudioStoreClient
import Dependencies
public import Foundation
import LibraryFolder
import POSIX
import SharedModels

extension AudioStoreClient {
  /// Stores audio as files of a folder, created if missing. There are no links.
  public static func folder(_ url: URL) -> Self {
    let folder = AudioFolder(url: url)
    return Self(
      address: { url.path },
      checksum: { try await folder.checksum($0) },
      delete: { try await folder.delete($0) },
      downloadLink: { _, _ in nil },
      entry: { try folder.entry($0) },
      get: { try folder.read($0, $1) },
      linkOrigin: { nil },
      list: {
        let page = AudioFolderLister(folder)
        return AudioStorePages { try await page.next() }
      },
      put: { try await folder.put($0, $1, $2) },
      removeLeftovers: { try folder.removeLeftovers(before: $0) },
      uploadLink: { _, _, _ in nil })
  }
}

private struct AudioFolder: Sendable {
  let url: URL
  @Dependency(\.audioFile) private var audioFile

  private static let pieceSize: Int64 = 1 << 18

  init(url: URL) {
    self.url = url
  }

  private func file(_ name: String) throws(AudioStoreError) -> URL {
    try AudioStoreClient.check(name: name)
    return url.appendingPathComponent(name, isDirectory: false)
  }

  func entry(_ name: String) throws -> AudioStoreEntry? {
    let path = try file(name).path
    do throws(SystemError) {
      let status = try fileStatus(of: path)
      return status.st_mode & S_IFMT == S_IFREG ? AudioStoreEntry(name: name, status) : nil
    } catch {
      guard [ENOENT, ENOTDIR].contains(error.code)
      else { throw error.storeError(path: path) }
      return nil
    }
  }

  func names() throws -> [String] {
    do throws(SystemError) {
      return try POSIX.names(in: url.path)
    } catch {
      guard error.code == ENOENT
      else { throw error.storeError(path: url.path) }
      return []
    }
  }

  func read(_ name: String, _ wanted: Range<Int64>?) throws -> AudioStoreReading {
    let path = try file(name).path
    do {
      let file = try Descriptor(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
      let status = try file.status()
      guard status.st_mode & S_IFMT == S_IFREG
      else { throw AudioStoreError.missing(name: name) }
      let entry = AudioStoreEntry(name: name, status)
      let range = (wanted ?? 0..<entry.byteCount).clamped(to: 0..<entry.byteCount)
      let reader = AudioFolderReader(file, path: path, range, by: Self.pieceSize)
      return AudioStoreReading(
        entry, range: range, bytes: AudioStoreBytes { try await reader.next() })
    } catch let error as SystemError {
      throw [ENOENT, ENOTDIR].contains(error.code)
        ? AudioStoreError.missing(name: name) : error.storeError(path: path)
    }
  }

  func checksum(_ name: String) async throws -> StoredAudio {
    let file = try file(name)
    do {
      return try await audioFile.checksum(of: file)
    } catch AudioFileError.missing {
      throw AudioStoreError.missing(name: name)
    } catch let error as AudioFileError {
      throw error.storeError
    }
  }

  func put(_ source: URL, _ name: String, _ stored: StoredAudio) async throws {
    let place = try file(name)
    do {
      try LibraryFolder.make(url)
      guard try await audioFile.checksum(of: source) == stored
      else { throw AudioStoreError.changed(name: source.path) }
      if try entry(name) == nil {
        let copy = try await audioFile.copyIn(from: source, to: place)
        guard copy == stored
        else {
          _ = try await delete([name])
          throw AudioStoreError.changed(name: source.path)
        }
        return
      }
      guard try await audioFile.checksum(of: place) == stored
      else { throw AudioStoreError.exists(name: name) }
    } catch AudioFileError.destinationExists {
      // Another writer was faster and may have stored the same bytes.
      guard try await audioFile.checksum(of: place) == stored
      else { throw AudioStoreError.exists(name: name) }
    } catch let error as AudioFileError {
      throw error.storeError
    } catch let error as LibraryFolderError {
      throw AudioStoreError.io(path: error.path, reason: "it \(error.detail)")
    }
  }

  func delete(_ names: [String]) async throws -> [String: AudioStoreError] {
    var failures: [String: AudioStoreError] = [:]
    for name in names {
      do throws(AudioStoreError) {
        let path = try file(name).path
        do throws(SystemError) {
          try removeFile(path)
        } catch {
          if error.code != ENOENT { throw error.storeError(path: path) }
        }
      } catch {
        failures[name] = error
      }
    }
    do throws(SystemError) {
      try OpenFolder(url.path).sync()
    } catch {
      guard error.code == ENOENT
      else { throw error.storeError(path: url.path) }
    }
    return failures
  }

  func removeLeftovers(before date: Date) throws -> Int {
    var count = 0
    for name in try names() where name.hasPrefix(AudioFileClient.temporaryNamePrefix) {
      guard let begun = try entry(name)?.modifiedAt, begun < date
      else { continue }
      try? removeFile(file(name).path)
      count += 1
    }
    return count
  }
}

private actor AudioFolderReader {
  private let end: Int64
  private let file: SharedFile
  private let path: String
  private var place: Int64
  private let size: Int64

  private final class SharedFile: Sendable {
    let descriptor: Descriptor

    init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
  }

  init(_ file: consuming Descriptor, path: String, _ range: Range<Int64>, by size: Int64) {
    end = range.upperBound
    self.file = SharedFile(file)
    self.path = path
    place = range.lowerBound
    self.size = size
  }

  func next() async throws -> ArraySlice<UInt8>? {
    guard place < end
    else { return nil }
    do {
      let bytes = try await onOwnThread("store read") {
        [file, place, count = min(size, end - place)] in
        try file.descriptor.read(upTo: Int(count), at: Int(place))[...]
      }
      guard !bytes.isEmpty
      else { throw AudioStoreError.changed(name: path) }
      place += Int64(bytes.count)
      return bytes
    } catch let error as SystemError {
      throw error.storeError(path: path)
    }
  }
}

private actor AudioFolderLister {
  private let folder: AudioFolder
  private var rest: ArraySlice<String>?

  init(_ folder: AudioFolder) {
    self.folder = folder
  }

  func next() throws -> [AudioStoreEntry]? {
    var names =
      try rest
      ?? folder.names().filter { !$0.hasPrefix(AudioFileClient.temporaryNamePrefix) }[...]
    guard !names.isEmpty
    else { return nil }
    let page = names.prefix(500)
    names = names.dropFirst(500)
    rest = names
    return try page.filter { (try? AudioStoreClient.check(name: $0)) != nil }
      .compactMap(folder.entry)
  }
}

extension AudioStoreEntry {
  fileprivate init(name: String, _ status: stat) {
    self.init(
      name: name, byteCount: Int64(status.st_size),
      modifiedAt: Date(timeIntervalSince1970: status.modificationTime))
  }
}

extension SystemError {
  fileprivate func storeError(path: String) -> AudioStoreError {
    isOutOfSpace ? .noSpace(store: path) : .io(path: path, reason: reason)
  }
}

extension AudioFileError {
  fileprivate var storeError: AudioStoreError {
    switch self {
    case .changed(let path): .changed(name: path)
    case .noSpace(let path): .noSpace(store: path)
    case .io(let path, let reason): .io(path: path, reason: reason)
    case .missing(let path): .io(path: path, reason: "it does not exist")
    case .permissionDenied(let path): .io(path: path, reason: "permission denied")
    case .damaged, .destinationExists, .empty, .isDirectory, .notAudio, .notRegularFile, .noTrack,
      .store, .unsupported:
      .io(path: path, reason: "it is not a file that can be copied")
    }
  }
}
