public import Dependencies
public import DependenciesMacros
public import Foundation

/// Reads copied Apple Voice Memos libraries, without changes. Throws ``VoiceMemosError``.
@DependencyClient
public struct VoiceMemosClient: Sendable {
  /// Reads the folder that contains `CloudRecordings.db`, directly or in `Recordings`.
  public var library: @Sendable (_ in: URL) async throws -> VoiceMemosLibrary

  /// The transcript embedded in an audio file; `nil` if missing or unreadable.
  public var transcript: @Sendable (_ in: URL) async throws -> VoiceMemoTranscript?
}

extension DependencyValues {
  public var voiceMemos: VoiceMemosClient {
    get { self[VoiceMemosClient.self] }
    set { self[VoiceMemosClient.self] = newValue }
  }
}
