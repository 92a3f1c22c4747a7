public import AudioFileClient
import Foundation
import POSIX
import SharedModels

extension AudioFileClient {
  /// Audio in stores, written when a call returns. Checksums are of stored bytes, not cached ones.
  public static func stored(_ libraries: StoredLibraries, local: AudioFileClient) -> Self {
    let file: @Sendable (URL) async throws -> URL = { url in
      guard let library = libraries.library(with: url)
      else { return url }
      do {
        return try await library.sounds.file(for: url)
      } catch AudioFileError.missing {
        throw AudioFileError.missing(path: url.path)
      }
    }
    let fetched = AudioFileClient.fetched(file, local: local)
    @Sendable func making(
      _ url: URL, _ make: @Sendable (_ place: URL) async throws -> StoredAudio
    ) async throws -> StoredAudio {
      guard let library = libraries.library(with: url)
      else { return try await make(url) }
      let place = try library.sounds.newFile(0)
      let stored = try await make(place)
      try await library.put(place, at: url, stored)
      return stored
    }
    var client = fetched
    client.checksum = { url in
      guard let library = libraries.library(with: url)
      else { return try await local.checksum(of: url) }
      return try await library.failing(at: url) {
        try await library.store.checksum(name: url.lastPathComponent)
      }
    }
    client.copyIn = { source, url in
      try await making(url) { try await fetched.copyIn(from: source, to: $0) }
    }
    client.copyOut = { source, url, replacing in
      guard let library = libraries.library(with: url), replacing
      else {
        return try await making(url) {
          try await fetched.copyOut(from: source, to: $0, replacing: false)
        }
      }
      // The replacement is complete on this machine before the old file is deleted.
      return try await making(url) { place in
        let stored = try await fetched.copyIn(from: source, to: place)
        try await library.failing(at: url) {
          try await library.store.delete(name: url.lastPathComponent)
        }
        return stored
      }
    }
    client.copyStreamIn = { stream, url in
      try await making(url) { try await local.copyStreamIn(from: stream, to: $0) }
    }
    client.encode = { source, url, comment in
      try await making(url) { try await fetched.encode(from: source, to: $0, comment: comment) }
    }
    return client
  }
}
