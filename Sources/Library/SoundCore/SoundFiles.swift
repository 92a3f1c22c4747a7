public import AudioStoreClient
public import Dependencies
public import Foundation
public import SharedModels

/// Audio by its place in a library's folder, even if stored elsewhere. Throws `AudioFileError`.
public struct SoundFiles: Sendable {
  public struct File: Equatable, Sendable {
    public var byteCount: Int64
    /// An import on another machine may still need the file: its lock is not visible here.
    public var mayBeArriving: Bool
    public var modifiedAt: Date?
    public var name: String

    public init(
      name: String, byteCount: Int64, modifiedAt: Date?, mayBeArriving: Bool = false
    ) {
      self.byteCount = byteCount
      self.mayBeArriving = mayBeArriving
      self.modifiedAt = modifiedAt
      self.name = name
    }
  }

  public enum Deletion: Equatable, Sendable {
    case deleted
    case failed(reason: String)
    case missing
  }

  /// Deletes files durably, with one result for each.
  public var delete: @Sendable (_ files: [URL]) async -> [Deletion]

  public var file: @Sendable (_ url: URL) async throws -> File?

  /// Lists a folder by name, with hidden files; empty if there is none.
  public var files: @Sendable (_ folder: URL) async throws -> [File]

  /// Frees disk space like ``delete``, blocking the thread. Returns `missing` for files in a store.
  public var free: @Sendable (_ file: URL) -> Deletion

  /// Returns a temporary public link; `nil` if there are none.
  public var link:
    @Sendable (_ file: URL, _ download: AudioDownload) async throws -> AudioStoreLink?

  /// The origins of links, as `https://host`, for a content security policy.
  public var linkOrigins: @Sendable () -> [String]

  /// Returns a local file with the bytes, which the cache may evict unless it is open.
  public var local: @Sendable (_ file: URL) async throws -> URL

  /// Moves a file durably to a free place. After an error, it has moved only if a sync failed.
  public var move: @Sendable (_ file: URL, _ place: URL) async throws -> Void

  public var removeLeftovers: @Sendable (_ folder: URL, _ before: Date) async throws -> Void

  /// Returns a temporary public link to upload the given bytes; `nil` if there are none.
  public var uploadLink:
    @Sendable (
      _ file: URL, _ stored: StoredAudio, _ lifetime: Duration
    ) async throws -> AudioStoreLink?

  @discardableResult
  public func delete(_ file: URL) async -> Deletion { await delete([file]).first ?? .missing }

  public func exists(_ url: URL) async throws -> Bool { try await file(url) != nil }
}

extension SoundFiles: DependencyKey {
  public static let liveValue = SoundFiles.onDisk
  public static let testValue = SoundFiles.onDisk
}

extension DependencyValues {
  public var soundFiles: SoundFiles {
    get { self[SoundFiles.self] }
    set { self[SoundFiles.self] = newValue }
  }
}
