import DatabaseClient
import Foundation
import SharedModels
import TestLibraries
import Testing

/// The languages of a library's memos.
struct LanguageTests {
  @Test("The most frequent language comes first", arguments: TestLibrary.all)
  func order(kind: TestLibrary.Kind) async throws {
    let database = try await TestLibrary(kind).database
    let languages = try #require(database.languages)
    #expect(try await languages() == [])
    let spoken: [String?] = ["fr", "de", "en", nil, "de"]
    try await database.insertTranscribed(
      memos: spoken.enumerated().map { index, language in
        let number = UInt8(index + 1)
        return TranscribedMemo(
          recording: .fixed(number),
          transcription: Transcription(
            id: Transcription.ID(.fixed(200 + number)), language: language,
            segments: [.spoken("one")]))
      })
    #expect(try await languages() == ["de", "en", "fr"])
  }
}
