public import Dependencies
public import DependenciesMacros
public import Foundation

/// Records one recording at a time, with a draft flushed each second for ``recoverDrafts(in:)``.
@DependencyClient
public struct AudioRecorderClient: Sendable {
  /// Seconds recorded, without pauses; `nil` when nothing is being recorded.
  public var currentTime: @Sendable () async -> TimeInterval? = { nil }

  public var devices: @Sendable () async throws -> [AudioInputDevice]

  /// Yields some 20 times a second while recording. A slow reader misses values.
  public var levels: @Sendable () -> AsyncStream<AudioLevel> = { .finished }

  public var lastEnd: @Sendable () async -> RecordingEnd? = { nil }

  public var pauseRecording: @Sendable () async -> Void

  /// Turns drafts that no process is writing into recordings. Unreadable drafts stay.
  public var recoverDrafts: @Sendable (_ in: URL) async throws -> [RecoveredRecording]

  public var requestRecordPermission: @Sendable () async -> Bool = { false }

  public var resumeRecording: @Sendable () async -> Void

  /// The current or next recording at 16 kHz mono, read from the draft: slow readers miss nothing.
  public var samples: @Sendable () -> AsyncThrowingStream<[Float], any Error> = { .finished() }

  public var selectDevice: @Sendable (_ id: String?) async -> Void

  /// Records to a new FLAC file, durable on return, until ``stopRecording``, cancellation or an
  /// outside event, which returns `false` and sets ``lastEnd``. Throws ``Failure``.
  public var startRecording: @Sendable (_ url: URL) async throws -> Bool

  public var status: @Sendable () async -> AudioInputStatus = { .noServer(reason: "") }

  /// Returns once the file is complete.
  public var stopRecording: @Sendable () async -> Void
}

extension AudioRecorderClient {
  /// Shorter audio is dropped: at a speech engine's rate it may have no sample.
  public static let shortestRecording = Duration.milliseconds(1)
}

extension DependencyValues {
  public var audioRecorder: AudioRecorderClient {
    get { self[AudioRecorderClient.self] }
    set { self[AudioRecorderClient.self] = newValue }
  }
}
