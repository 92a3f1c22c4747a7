public import AudioStoreClient
public import Dependencies
public import Foundation
public import SharedModels

/// Where libraries keep the files of their sound: in their folders, unless it is said otherwise.
///
/// A file is named by where it is in a library's folder, or would be. What of a file is read, or
/// copied there, is `AudioFileClient`'s to do; this is what is done with files as such.
public struct SoundFiles: Sendable {
  /// What is known of a file.
  public struct File: Equatable, Sendable {
    public var byteCount: Int64
    /// Whether somebody may still be making a memo of it whom no lock of this machine shows.
    public var mayBeArriving: Bool
    /// When its content was last changed.
    public var modifiedAt: Date?
    public var name: String

    /// Creates a value from its properties.
    public init(
      name: String, byteCount: Int64, modifiedAt: Date?, mayBeArriving: Bool = false
    ) {
      self.byteCount = byteCount
      self.mayBeArriving = mayBeArriving
      self.modifiedAt = modifiedAt
      self.name = name
    }
  }

  /// What became of a file that was to be deleted.
  public enum Deletion: Equatable, Sendable {
    case deleted
    /// It is still there; why, for a person.
    case failed(reason: String)
    /// There was none, as far as is known.
    case missing
  }

  /// Deletes files. They stay deleted after a crash of the machine.
  ///
  /// It returns what became of each, in their order.
  public var delete: @Sendable (_ files: [URL]) async -> [Deletion]

  /// What is known of a file; `nil` where there is none.
  ///
  /// It throws `AudioFileError`.
  public var file: @Sendable (_ url: URL) async throws -> File?

  /// All that is in a folder, hidden files, too, in the order of their names; nothing where there is
  /// no folder.
  ///
  /// It throws `AudioFileError`, where that is not known.
  public var files: @Sendable (_ folder: URL) async throws -> [File]

  /// Frees at once, with the thread, what a file takes of this machine's disk, as ``delete`` does. A
  /// file that is elsewhere stays: it is `missing` here.
  public var free: @Sendable (_ file: URL) -> Deletion

  /// An address at which anybody can get a file for some time; `nil` where there is none.
  ///
  /// It throws `AudioFileError`.
  public var link:
    @Sendable (_ file: URL, _ download: AudioDownload) async throws -> AudioStoreLink?

  /// Where links lead, each as `https://host`, for those who must allow that.
  public var linkOrigins: @Sendable () -> [String]

  /// A file of this machine that has a file's bytes: itself, or what was fetched for that and may go
  /// for others once it is not open.
  ///
  /// It throws `AudioFileError`.
  public var local: @Sendable (_ file: URL) async throws -> URL

  /// Moves a file so that no crash of the machine loses it. When this returns, it is durable where it
  /// is now. Nothing may be there before, and the folder must.
  ///
  /// It throws `AudioFileError`. The file is where it was, unless its new folder cannot be synced.
  public var move: @Sendable (_ file: URL, _ place: URL) async throws -> Void

  /// Removes from a folder what was begun before a moment, never finished, and is seen by nobody.
  public var removeLeftovers: @Sendable (_ folder: URL, _ before: Date) async throws -> Void

  /// An address at which anybody can put those bytes in a file's place for some time; `nil` where
  /// there is none.
  ///
  /// It throws `AudioFileError`.
  public var uploadLink:
    @Sendable (
      _ file: URL, _ stored: StoredAudio, _ lifetime: Duration
    ) async throws -> AudioStoreLink?

  /// Deletes a file, if it is there.
  @discardableResult
  public func delete(_ file: URL) async -> Deletion { await delete([file]).first ?? .missing }

  /// Whether there is a file.
  public func isThere(_ url: URL) async throws -> Bool { try await file(url) != nil }
}

extension SoundFiles: DependencyKey {
  public static let liveValue = SoundFiles.onDisk
  /// Files, too: that of a test which does not say where its library is are nowhere.
  public static let testValue = SoundFiles.onDisk
}

extension DependencyValues {
  /// Where libraries keep the files of their sound.
  public var soundFiles: SoundFiles {
    get { self[SoundFiles.self] }
    set { self[SoundFiles.self] = newValue }
  }
}
