public import DependenciesMacros
public import Foundation
public import SharedModels

@DependencyClient
public struct VoicesClient: Sendable {
  public var all: @Sendable () async throws -> [RememberedVoice]

  /// Replaces a voice of the same name. Returns `false` if the speaker has no voice.
  public var remember:
    @Sendable (_ of: Speaker.ID, _ in: Transcription.ID, _ name: String, _ at: Date) async throws
      -> Bool

  /// Deletes a voice, or all with `nil`, wherever ``VoicesToForget`` finds them.
  public var forget: @Sendable (_ of: String?) async throws -> VoiceErasure
}
