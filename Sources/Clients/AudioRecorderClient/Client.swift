public import Dependencies
public import DependenciesMacros
public import Foundation

/// Records sound from a microphone. There is one recording at a time.
///
/// While it goes on it is kept in a draft beside its file, which is written out at least once a
/// second: whatever ends the process, ``recoverDrafts(in:)`` makes a recording of the draft.
@DependencyClient
public struct AudioRecorderClient: Sendable {
  /// How much has been recorded, in seconds, pauses not counted; `nil` when nothing is.
  public var currentTime: @Sendable () async -> TimeInterval? = { nil }

  /// The microphones, and whatever else sound can be recorded from. Throws ``Failure``.
  public var devices: @Sendable () async throws -> [AudioInputDevice]

  /// How loud it is, some twenty times a second while a recording goes on. The stream outlives
  /// recordings; a slow reader misses values and never delays one.
  public var levels: @Sendable () -> AsyncStream<AudioLevel> = { .finished }

  /// What ended the last recording; `nil` before the first, and while one goes on.
  public var lastEnd: @Sendable () async -> RecordingEnd? = { nil }

  /// Leaves out what is said until ``resumeRecording``. Does nothing when nothing is recorded.
  public var pauseRecording: @Sendable () async -> Void

  /// Makes recordings of the drafts in a folder that no process is recording to: what a crash has
  /// left behind. A draft that cannot be read or written stays where it is.
  public var recoverDrafts: @Sendable (_ in: URL) async throws -> [RecoveredRecording]

  /// Whether sound can be recorded here. Asks no person: on Linux there is a sound server with a
  /// device, or there is not. ``status`` tells why.
  public var requestRecordPermission: @Sendable () async -> Bool = { false }

  /// Continues after ``pauseRecording``.
  public var resumeRecording: @Sendable () async -> Void

  /// The sound of the current recording, or else of the next, from its start, at 16 kHz, one
  /// channel, from -1 to 1: what speech recognition takes. Read at any pace, it misses nothing and
  /// delays nothing, since it is read back from the draft. It ends with the recording.
  public var samples: @Sendable () -> AsyncThrowingStream<[Float], any Error> = { .finished() }

  /// Chooses where the next recordings come from: a device's ``AudioInputDevice/id``, or `nil` for
  /// the sound server's default.
  public var selectDevice: @Sendable (_ id: String?) async -> Void

  /// Records to a new FLAC file until ``stopRecording`` is called, the task is cancelled, or
  /// something ends the recording from outside; ``lastEnd`` then tells what.
  ///
  /// When this returns, the file is whole and on the disk, with all that was heard.
  ///
  /// - Returns: Whether the recording ended as it was asked to. If not, the file holds what was
  ///   recorded until then.
  /// - Throws: ``Failure``, where nothing could be recorded, or the draft could not be encoded.
  public var startRecording: @Sendable (_ url: URL) async throws -> Bool

  /// Whether the chosen device can be recorded from, and if not, why.
  public var status: @Sendable () async -> AudioInputStatus = { .noServer(reason: "") }

  /// Ends the recording, and returns when its file is there. Does nothing when nothing is recorded.
  public var stopRecording: @Sendable () async -> Void
}

extension AudioRecorderClient {
  /// The least that makes a recording. Shorter audio is dropped: nothing can be heard in it, and at
  /// the rate of a speech engine it may have no sample.
  public static let shortestRecording = Duration.milliseconds(1)
}

extension DependencyValues {
  /// Records sound from a microphone.
  public var audioRecorder: AudioRecorderClient {
    get { self[AudioRecorderClient.self] }
    set { self[AudioRecorderClient.self] = newValue }
  }
}
