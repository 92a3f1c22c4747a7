public import DependenciesMacros
public import Foundation
public import SharedModels

/// Audio under names that pass ``check(name:)``. Files never change. Throws ``AudioStoreError``.
@DependencyClient
public struct AudioStoreClient: Sendable {
  public var address: @Sendable () -> String = { "" }

  public var checksum: @Sendable (_ name: String) async throws -> StoredAudio

  /// Deletes files durably. Returns failures by name; a missing file counts as deleted.
  public var delete: @Sendable (_ names: [String]) async throws -> [String: AudioStoreError]

  /// A URL for a GET, without checking that the file exists; `nil` if the store has no links.
  public var downloadLink:
    @Sendable (_ name: String, _ request: AudioDownload) async throws -> AudioStoreLink?

  public var entry: @Sendable (_ name: String) async throws -> AudioStoreEntry?

  /// Reads in bounded memory and resumes. Throws ``AudioStoreError/changed(name:)`` if changed.
  public var get:
    @Sendable (_ name: String, _ range: Range<Int64>?) async throws -> AudioStoreReading

  public var linkOrigin: @Sendable () -> String? = { nil }

  public var list: @Sendable () -> AudioStorePages = { AudioStorePages([]) }

  /// Stores a file, complete, durable and visible to all readers on return. An error leaves the
  /// name empty or as it was. Other bytes there throw ``AudioStoreError/exists(name:)``.
  public var put:
    @Sendable (_ file: URL, _ name: String, _ stored: StoredAudio) async throws -> Void

  /// Removes unfinished uploads, which cost storage. Returns their number.
  public var removeLeftovers: @Sendable (_ before: Date) async throws -> Int

  /// A URL for a PUT of exactly these bytes; `nil` if the store has none. Verify the upload anyway.
  public var uploadLink:
    @Sendable (
      _ name: String, _ stored: StoredAudio, _ lifetime: Duration
    ) async throws -> AudioStoreLink?
}

extension AudioStoreClient {
  /// Requires a path component of at most 255 bytes without control characters.
  public static func check(name: String) throws(AudioStoreError) {
    guard !name.isEmpty, name.utf8.count <= 255, name != ".", name != "..",
      name.unicodeScalars.allSatisfy({ $0 != "/" && $0.properties.generalCategory != .control })
    else { throw .invalidName(name: name) }
  }

  public func delete(name: String) async throws {
    if let error = try await delete(names: [name]).values.first { throw error }
  }
}
