public import AudioFileClient
import Foundation
import POSIX
import SharedModels

extension AudioFileClient {
  /// Reads and copies the sound of libraries that is in stores as if it were in their folders: it is
  /// fetched when it is first asked for, and what is copied there is in the store before that is
  /// told.
  ///
  /// A checksum is that of what the store has, and not of what was fetched once.
  ///
  /// - Parameters:
  ///   - libraries: The libraries. The sound of others is in their folders.
  ///   - local: What reads and copies files of this machine.
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
    /// Has a file made on this machine, and puts it where it belongs.
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
      // What takes its place is here, whole, before it goes.
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
