import DatabaseClient
import Dependencies
import Foundation
import HTTPMessages
import SharedModels
import SpeakerCore
import SpeechClient
import Testing

/// Speakers in the memos of a library behind a server.
struct RemoteSpeakersTests {
  private static let memo = TranscribedMemo(recording: .mock, transcription: .mock)

  @Test("Speakers are detected with any token, even if voices are stored here")
  func find() async throws {
    let remote = try await RemoteSite([Self.memo], scopes: [.read, .write])
    let speakers = try await withDependencies {
      $0.audioFile = remote.audioFile
      $0.database = remote.database
      $0.libraryFolder = remote.library.folder
      $0.speechClient.speakers = { request in
        RecordingSpeakers(
          sameLikeness: 0.65,
          voices: [Voice(model: "m", embedding: [1, 0]), Voice(model: "m", embedding: [0, 1])],
          words: request.words.indices.map { $0 % 2 })
      }
    } operation: {
      try await SpeakerFinder().find(in: Self.memo.recording, SpeakerSettings(keepsVoices: true))
    }
    #expect(speakers == [Speaker(id: 0), Speaker(id: 1)])
    let kept = try await remote.site.database.transcription(of: Self.memo.recording.id)
    #expect(kept?.speakers == speakers, "that library keeps no voices")
    #expect(kept?.words.map(\.speaker) == kept?.words.indices.map { Speaker.ID($0 % 2) })
  }

  @Test("Voices are remembered, recognized and forgotten on the server and stay there")
  func voices() async throws {
    let remote = try await RemoteSite([Self.memo])
    let memo = Self.memo.recording.id
    let transcription = try #require(try await remote.database.transcription(of: memo))
    func tell(_ voice: Voice?) async throws {
      try await remote.database.editSpeakers(
        id: transcription.id,
        with: .replace(
          [Speaker(id: 0, voice: voice)], words: transcription.words.map { _ in 0 }))
    }
    func remember() async throws -> Bool {
      try await remote.database.voices.remember(
        of: 0, in: transcription.id, name: "Anna", at: Date(timeIntervalSince1970: 0))
    }
    let anna = Voice(model: "m", embedding: [1, 0], sameLikeness: 0.65)
    try await tell(anna)
    #expect(try await !remember(), "that library keeps no voices")
    let settings = try await remote.site.send(
      .patch, "/api/settings", json: #"{"speakers":"remember"}"#)
    #expect(settings.status == .ok)
    try await tell(anna)
    #expect(try await remember())
    let voices = try await remote.database.voices.all()
    #expect(voices.map(\.name) == ["Anna"])
    #expect(voices.map(\.voice.embedding) == [[]])
    try await tell(Voice(model: "m", embedding: [0.9, 0.1], sameLikeness: 0.65))
    #expect(
      try await remote.database.transcription(of: memo)?.speakers
        == [Speaker(id: 0, likelyName: "Anna")])
    #expect(try await remote.database.voices.forget(of: "Anna") == .complete)
    #expect(try await remote.database.voices.forget(of: nil) == .nothing)
    #expect(try await remote.site.database.transcription(of: memo)?.speakers == [Speaker(id: 0)])
    await #expect(throws: DatabaseError.notFound("the speaker")) {
      _ = try await remote.database.voices.remember(
        of: 5, in: transcription.id, name: "Anna", at: Date(timeIntervalSince1970: 0))
    }
  }
}
