public import Dependencies
public import DependenciesMacros
public import Foundation
public import SharedModels

/// Reads audio files, detected by content, and copies them into the library. Of several tracks,
/// reads that of ``Foundation/URL/audioTrack(_:)`` or the first with sound. See ``AudioFileError``.
@DependencyClient
public struct AudioFileClient: Sendable {
  public var checksum: @Sendable (_ of: URL) async throws -> StoredAudio

  /// Copies a file to a new one. It is complete and durable on return; an error leaves nothing.
  public var copyIn: @Sendable (_ from: URL, _ to: URL) async throws -> StoredAudio

  /// Copies as ``copyIn`` does, and can atomically replace an existing file.
  public var copyOut:
    @Sendable (_ from: URL, _ to: URL, _ replacing: Bool) async throws -> StoredAudio

  /// Copies a pipe or standard input until it ends, as ``copyIn`` does, and leaves it open.
  public var copyStreamIn: @Sendable (_ from: FileHandle, _ to: URL) async throws -> StoredAudio

  /// Decodes a file for speech recognition. A truncated file yields what it has.
  public var decode: @Sendable (_ url: URL, _ startingAt: Duration) -> AudioSamples = { _, _ in
    AudioSamples(chunks: [])
  }

  /// Writes a lossless FLAC file with the source's channels, rate and 16 or 24 bits.
  public var encode:
    @Sendable (_ from: URL, _ to: URL, _ comment: String?) async throws -> StoredAudio

  public var listen: @Sendable (_ url: URL, _ startingAt: Duration) async throws -> DecodedAudio

  /// Returns the waveform in at most `count` columns, fewer if the file has fewer frames.
  public var peaks: @Sendable (_ of: URL, _ count: Int) async throws -> [Peak]

  public var probe: @Sendable (_ url: URL) async throws -> AudioFileInfo
}

extension AudioFileClient {
  /// Prefix of incomplete files, on file systems without unnamed temporary files.
  public static let temporaryNamePrefix = ".speechmemo-new-"
}

extension DependencyValues {
  public var audioFile: AudioFileClient {
    get { self[AudioFileClient.self] }
    set { self[AudioFileClient.self] = newValue }
  }
}
