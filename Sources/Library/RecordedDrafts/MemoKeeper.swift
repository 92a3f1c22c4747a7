public import AudioRecorderClient
public import Dependencies
public import DependenciesMacros
public import Foundation
import ImportCore
public import SharedModels

/// What becomes of the files of recordings.
@DependencyClient
public struct MemoKeeper: Sendable {
  /// Deletes a recording that nobody wants.
  public var discard: @Sendable (_ file: URL) async throws -> Void

  /// Makes a memo of a recording, to be transcribed. Its file is moved into the library.
  public var keep: @Sendable (_ sound: RecordedSound) async throws -> Recording

  /// The recordings that a crash has left behind, and those that could not be kept.
  public var leftRecordings: @Sendable () async throws -> [RecoveredRecording]

  /// Where the next recording goes.
  public var newFile: @Sendable () async throws -> URL
}

extension DependencyValues {
  /// What becomes of the files of recordings.
  public var memoKeeper: MemoKeeper {
    get { self[MemoKeeper.self] }
    set { self[MemoKeeper.self] = newValue }
  }
}

extension MemoKeeper: DependencyKey {
  public static var liveValue: Self {
    Self(
      discard: { try FileManager.default.removeItem(at: $0) },
      keep: { sound in
        try await RecordingKeeper()(
          sound.file, date: sound.date, device: sound.device, title: sound.title,
          job: .usual)
      },
      leftRecordings: { try await LeftRecordings().all() },
      newFile: { try RecordingKeeper().newFile() })
  }

  public static let testValue = Self()

  /// Makes memos without files.
  public static var previewValue: Self {
    Self(
      discard: { _ in },
      keep: { .preview(title: $0.title, date: $0.date, transcription: .queued) },
      leftRecordings: { [] },
      newFile: { URL(filePath: "/nonexistent/speechmemo/drafts/recording.flac") })
  }
}
