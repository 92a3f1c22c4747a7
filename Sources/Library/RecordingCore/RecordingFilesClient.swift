public import AudioRecorderClient
public import Dependencies
public import DependenciesMacros
public import Foundation
import ImportCore
public import SharedModels

@DependencyClient
public struct RecordingFilesClient: Sendable {
  public var discard: @Sendable (_ audio: RecordedAudio) async throws -> Recording

  public var newFile: @Sendable () async throws -> URL

  public var save: @Sendable (_ audio: RecordedAudio) async throws -> Recording

  public var unsavedRecordings: @Sendable () async throws -> [RecoveredRecording]
}

extension DependencyValues {
  public var recordingFiles: RecordingFilesClient {
    get { self[RecordingFilesClient.self] }
    set { self[RecordingFilesClient.self] = newValue }
  }
}

extension RecordingFilesClient: DependencyKey {
  public static var liveValue: Self {
    @Dependency(\.openRecordings) var open
    return Self(
      discard: { audio in
        defer { open.end(audio.file) }
        return try await RecordingSaver().discard(audio)
      },
      newFile: {
        let file = try RecordingSaver().newFile()
        open.begin(file)
        return file
      },
      save: { audio in
        defer { open.end(audio.file) }
        return try await RecordingSaver().save(audio, job: .fromSettings)
      },
      unsavedRecordings: { try await UnsavedRecordings().all() })
  }

  public static let testValue = Self()

  public static var previewValue: Self {
    Self(
      discard: { audio in
        var recording = Recording.preview(title: audio.title, date: audio.date)
        recording.trashedAt = audio.date
        return recording
      },
      newFile: { URL(filePath: "/nonexistent/speechmemo/drafts/recording.flac") },
      save: { .preview(title: $0.title, date: $0.date, transcription: .queued) },
      unsavedRecordings: { [] })
  }
}
