public import AudioFileClient
public import AudioStoreClient
import ConcurrencyExtras
public import DatabaseClient
public import Dependencies
import Foundation
public import LibraryFolder
import SharedSettings
public import SoundCore

/// Many libraries in one database, their sound in one store of which each has a part of its own, and
/// the folders in which this machine has what it needs of them.
public final class HostedLibraries: Sendable {
  /// Where the database is, for a person: without a password.
  public let address: String
  public let libraries: LibrariesClient
  /// What is to be transcribed in any of them.
  public let queue: JobQueueClient
  /// Where the sound of each of them is; `nil` where that is in their folders.
  public let sounds: StoredLibraries?
  private let root: URL

  /// How many bytes of a library's sound are kept on this machine.
  private static let limit: Int64 = 256 << 20

  /// - Parameters:
  ///   - address: Where the database is, for a person.
  ///   - libraries: The libraries.
  ///   - queue: Their jobs.
  ///   - home: This machine's own folder, below which theirs are, in `hosted/`.
  ///   - local: What reads files of this machine.
  ///   - store: The part of the store that a library has for itself; `nil` where sound is kept in the
  ///     folders of this machine, and no other one can be used.
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

  /// Throws where a library cannot be called that: its name is one of a folder, and of a part of a
  /// store.
  ///
  /// - Throws: `DatabaseError.invalid`.
  public static func check(name: String) throws(DatabaseError) {
    guard name.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9._-]{0,62}/) == nil
    else { return }
    throw .invalid(
      """
      '\(name.prefix(80))' is not a valid library name: use up to 63 letters from A to Z, digits, \
      dots, dashes and underscores, starting with a letter or a digit
      """)
  }

  /// The library of that name.
  ///
  /// - Throws: `DatabaseError.notFound` where there is none.
  public func library(named name: String) async throws -> HostedLibrary {
    try Self.check(name: name)
    return HostedLibrary(
      database: try await libraries.library(named: name),
      folder: Self.folder(of: name, below: root),
      name: name,
      settings: SettingsStore(of: name, in: libraries))
  }

  /// Makes an empty library.
  ///
  /// - Returns: Whether it was made: not where there is one of that name.
  /// - Throws: `DatabaseError`.
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
    let stored = Protected<[String: StoredLibrary]>([:])
    // Where links lead is the same for all.
    return StoredLibraries(linkOrigins: [store("any").linkOrigin()].compactMap { $0 }) { audio in
      let library = audio.deletingLastPathComponent()
      let name = library.lastPathComponent
      guard library.deletingLastPathComponent().path == root.path,
        folder(of: name, below: root).audio.path == audio.path, (try? check(name: name)) != nil
      else { return nil }
      return stored.withLock { stored in
        if let library = stored[name] { return library }
        let library = StoredLibrary(
          folder(of: name, below: root), in: store(name), keeping: limit, local: local)
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
  /// Has everything find the sound of these libraries.
  public mutating func useSounds(of hosted: HostedLibraries) {
    if let sounds = hosted.sounds { useStores(of: sounds) }
  }
}
