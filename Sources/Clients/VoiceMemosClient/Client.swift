public import Dependencies
public import DependenciesMacros
public import Foundation

/// Reads a library of Apple's Voice Memos: a folder that was copied from a telephone or a Mac.
///
/// It is after the published schema of that library, which Apple does not promise to keep. What
/// is there is read, and never changed. Endpoints throw ``VoiceMemosError``.
@DependencyClient
public struct VoiceMemosClient: Sendable {
  /// What the library in a folder holds. The folder is the one with `CloudRecordings.db`, or has it
  /// in `Recordings`.
  public var library: @Sendable (_ in: URL) async throws -> VoiceMemosLibrary

  /// The transcript that Voice Memos has made of a recording and put into its file; `nil` where
  /// there is none, or none that can be read.
  public var speech: @Sendable (_ in: URL) async throws -> VoiceMemoSpeech?
}

extension DependencyValues {
  /// Reads a library of Apple's Voice Memos.
  public var voiceMemos: VoiceMemosClient {
    get { self[VoiceMemosClient.self] }
    set { self[VoiceMemosClient.self] = newValue }
  }
}
