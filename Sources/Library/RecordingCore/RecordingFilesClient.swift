public import AudioRecorderClient
public import Dependencies
public import DependenciesMacros
public import Foundation
import ImportCore
import POSIX
public import SharedModels

/// The files of recordings, from where the next one goes to where it is saved as a memo or deleted.
/// See ``RecordingSaver`` for what is written when a recording ends.
@DependencyClient
public struct RecordingFilesClient: Sendable {
  /// Deletes a recording that nobody wants.
  public var discard: @Sendable (_ file: URL) async throws -> Void

  /// Where the next recording goes.
  public var newFile: @Sendable () async throws -> URL

  /// Saves a recording as a memo, to be transcribed. Its file is moved into the library.
  public var save: @Sendable (_ sound: RecordedSound) async throws -> Recording

  /// The recordings that a crash has left behind, and those that could not be saved.
  public var unsavedRecordings: @Sendable () async throws -> [RecoveredRecording]
}

extension DependencyValues {
  /// The files of recordings.
  public var recordingFiles: RecordingFilesClient {
    get { self[RecordingFilesClient.self] }
    set { self[RecordingFilesClient.self] = newValue }
  }
}

extension RecordingFilesClient: DependencyKey {
  public static var liveValue: Self {
    @Dependency(\.openRecordings) var open
    return Self(
      discard: { file in
        defer { open.end(file) }
        try removeFile(file.path)
      },
      newFile: {
        let file = try RecordingSaver().newFile()
        open.begin(file)
        return file
      },
      save: { sound in
        defer { open.end(sound.file) }
        return try await RecordingSaver().save(
          sound.file, date: sound.date, device: sound.device, title: sound.title,
          job: .usual)
      },
      unsavedRecordings: { try await UnsavedRecordings().all() })
  }

  public static let testValue = Self()

  /// Makes memos without files.
  public static var previewValue: Self {
    Self(
      discard: { _ in },
      newFile: { URL(filePath: "/nonexistent/speechmemo/drafts/recording.flac") },
      save: { .preview(title: $0.title, date: $0.date, transcription: .queued) },
      unsavedRecordings: { [] })
  }
}
