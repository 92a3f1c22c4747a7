public import AudioFileClient
public import AudioStoreClient
import ConcurrencyExtras
public import DatabaseClient
public import Dependencies
import Foundation
public import LibraryFolder
import SharedSettings
public import SoundCore

/// Libraries that share a database and an object store, each with its own part of the store.
public final class HostedLibraries: Sendable {
  /// For messages; contains no password.
  public let address: String
  public let libraries: LibrariesClient
  public let queue: JobQueueClient
  /// `nil` if audio is in the libraries' folders.
  public let sounds: StoredLibraries?
  private let root: URL

  /// `hosted/` in `home` has the libraries' folders. `store` returns `nil` if audio is there, too.
  public init(
    at address: String, _ libraries: LibrariesClient, queue: JobQueueClient,
    below home: LibraryFolder, local: AudioFileClient,
    store: (@Sendable (_ library: String) -> AudioStoreClient)?
  ) {
    self.address = address
    self.libraries = libraries
    self.queue = queue
    let root = home.root.appendingPathComponent("hosted", isDirectory: true)
    self.root = root
    sounds = store.map { Self.sounds(below: root, local: local, in: $0) }
  }

  /// Throws `DatabaseError.invalid` if the name can't name a folder and a part of a store.
  public static func check(name: String) throws(DatabaseError) {
    guard name.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9._-]{0,62}/) == nil
    else { return }
    throw .invalid(
      """
      '\(name.prefix(80))' is not a valid library name: use up to 63 letters from A to Z, digits, \
      dots, dashes and underscores, starting with a letter or a digit
      """)
  }

  /// - Throws: `DatabaseError.notFound` if there is no such library.
  public func library(named name: String) async throws -> HostedLibrary {
    try Self.check(name: name)
    return HostedLibrary(
      database: try await libraries.library(named: name),
      folder: Self.folder(of: name, below: root),
      name: name,
      settings: SettingsStore(of: name, in: libraries))
  }

  public func add(named name: String) async throws -> Bool {
    try Self.check(name: name)
    return try await libraries.add(name: name)
  }

  private static func folder(of name: String, below root: URL) -> LibraryFolder {
    LibraryFolder(root: root.appendingPathComponent(name, isDirectory: true))
  }

  private static func sounds(
    below root: URL, local: AudioFileClient,
    in store: @escaping @Sendable (_ library: String) -> AudioStoreClient
  ) -> StoredLibraries {
    let stored = LockIsolated<[String: StoredLibrary]>([:])
    return StoredLibraries(linkOrigins: [store("any").linkOrigin()].compactMap { $0 }) { audio in
      let library = audio.deletingLastPathComponent()
      let name = library.lastPathComponent
      guard library.deletingLastPathComponent().path == root.path,
        folder(of: name, below: root).audio.path == audio.path, (try? check(name: name)) != nil
      else { return nil }
      return stored.withLock { stored in
        if let library = stored[name] { return library }
        let library = StoredLibrary(
          folder(of: name, below: root), in: store(name), sharedBelow: root, local: local)
        stored[name] = library
        return library
      }
    }
  }
}

extension SettingsStore {
  fileprivate init(of library: String, in libraries: LibrariesClient) {
    self.init {
      try await libraries.settings(of: library)
    } replace: { values, revision in
      try await libraries.setSettings(of: library, values: values, revision: revision)
    }
  }
}

extension DependencyValues {
  public mutating func useAudio(of hosted: HostedLibraries) {
    if let sounds = hosted.sounds { useStores(of: sounds) }
  }
}
