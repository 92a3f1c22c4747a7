public import Dependencies
public import DependenciesMacros
public import Foundation
public import SharedModels

/// Reads audio files of any common format, and copies them into the library.
///
/// Formats are told by content, never by a file's name. Everything throws ``AudioFileError``,
/// whose description is a line for the user, or `CancellationError` in a cancelled task.
@DependencyClient
public struct AudioFileClient: Sendable {
  /// The size and SHA-256 of a file's bytes.
  public var checksum: @Sendable (_ of: URL) async throws -> StoredAudio

  /// Copies a file's bytes, unchanged, to a new file beside which nothing of the kind exists yet.
  ///
  /// When this returns, the file is whole and on the disk, under its name. When it throws, there
  /// is nothing at the destination, nor anything left in its folder.
  public var copyIn: @Sendable (_ from: URL, _ to: URL) async throws -> StoredAudio

  /// Copies a file's bytes, unchanged, to a file anywhere, with the promises of ``copyIn``, but
  /// that a file which is there may be replaced: whole, once its successor is on the disk.
  public var copyOut:
    @Sendable (_ from: URL, _ to: URL, _ replacing: Bool) async throws -> StoredAudio

  /// Copies what a pipe or the standard input gives, until it ends, to a new file, with the
  /// promises of ``copyIn``. The handle stays open.
  public var copyStreamIn: @Sendable (_ from: FileHandle, _ to: URL) async throws -> StoredAudio

  /// The audio from a time into the file to its end, in the form that speech recognition takes:
  /// all channels mixed to one, at 16 kHz, in bounded memory. A file that is cut off gives what
  /// it has.
  public var decode: @Sendable (_ url: URL, _ startingAt: Duration) -> AudioSamples = { _, _ in
    AudioSamples(chunks: [])
  }

  /// Writes a file's audio, without loss, to a new FLAC file: with the channels, the rate and the
  /// 16 or 24 bits that it has, and with a comment, if there is one. Makes the promises of
  /// ``copyIn``.
  public var encode:
    @Sendable (_ from: URL, _ to: URL, _ comment: String?) async throws -> StoredAudio

  /// The audio from a time into the file to its end, as it is to be heard, in bounded memory.
  public var listen: @Sendable (_ url: URL, _ startingAt: Duration) async throws -> AudibleSound

  /// The file's waveform in so many columns, of equal length; in as many as it has frames, if
  /// these are fewer.
  public var peaks: @Sendable (_ of: URL, _ count: Int) async throws -> [Peak]

  /// What the file holds: format, channels, and the length that is really there.
  public var probe: @Sendable (_ url: URL) async throws -> AudioFileInfo
}

extension AudioFileClient {
  /// How the names begin of files that are not whole yet, where a file system has no files without
  /// names.
  public static let temporaryNamePrefix = ".speechmemo-new-"
}

extension DependencyValues {
  /// Reads audio files and copies them into the library.
  public var audioFile: AudioFileClient {
    get { self[AudioFileClient.self] }
    set { self[AudioFileClient.self] = newValue }
  }
}
