public import Dependencies
import Foundation
import SharedModels

extension VoiceMemosClient: TestDependencyKey {
  public static let testValue = Self()

  public static var previewValue: Self {
    Self(
      library: { folder in
        VoiceMemosLibrary(
          memos: [
            VoiceMemo(
              file: folder.appendingPathComponent("20260131 120000.m4a"), title: "Shopping",
              date: Date(timeIntervalSince1970: 1_769_860_800), folder: "Home"),
            VoiceMemo(
              file: folder.appendingPathComponent("20260201 120000.m4a"), title: "Lecture",
              date: Date(timeIntervalSince1970: 1_769_947_200)),
          ], deletedCount: 1)
      },
      transcript: { file in
        file.lastPathComponent.hasPrefix("20260131")
          ? VoiceMemoTranscript(segments: Transcription.mock.segments, language: "en") : nil
      })
  }
}
