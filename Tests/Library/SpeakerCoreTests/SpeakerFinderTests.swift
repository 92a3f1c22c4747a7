import AudioFileClient
import ConcurrencyExtras
import DatabaseClient
import Dependencies
import DependenciesTestSupport
import Foundation
import LibraryFolder
import SharedModels
import SharedSettings
import Sharing
import SpeakerCore
import SpeechClient
import Testing

@Suite(
  .dependencies {
    $0.audioFile = .simulated()
    $0.libraryFolder = LibraryFolder(root: URL(fileURLWithPath: "/library"))
  })
struct SpeakerFinderTests {
  private let anna = Voice(model: "m", embedding: [1, 0], sameLikeness: 0.65)
  private let ben = Voice(model: "m", embedding: [0, 1], sameLikeness: 0.65)

  private func finding(
    _ words: [Int?], voices: [Voice], turns: [VoiceTurn] = [], in database: DatabaseClient,
    _ settings: SpeakerSettings
  ) async throws -> [Speaker] {
    try await withDependencies {
      $0.database = database
      $0.speechClient.speakers = { request in
        #expect(request.words.first == .milliseconds(500)..<(.milliseconds(700)))
        let count = request.words.count
        return RecordingSpeakers(
          sameLikeness: 0.65, turns: turns, voices: voices,
          words: (0..<count).map { words[$0 * words.count / count] })
      }
    } operation: {
      try await SpeakerFinder().find(in: .mock, settings)
    }
  }

  private var library: DatabaseClient {
    .inMemory([TranscribedMemo(recording: .mock, transcription: .mock)])
  }

  @Test("Speakers are stored with the transcript, but not their voices")
  func kept() async throws {
    let library = library
    let turns = [
      VoiceTurn(speaker: 0, start: .milliseconds(450), end: .seconds(2)),
      VoiceTurn(speaker: 1, start: .milliseconds(1_800), end: .seconds(3)),
    ]
    let speakers = try await finding(
      [0, 1], voices: [anna, ben], turns: turns, in: library, SpeakerSettings())
    #expect(speakers == [Speaker(id: Speaker.ID(0)), Speaker(id: Speaker.ID(1))])
    let transcription = try #require(try await library.transcription(of: Recording.mock.id))
    #expect(transcription.details.turns == turns)
    #expect(transcription.speakers == speakers)
    #expect(transcription.words.first?.speaker == Speaker.ID(0))
    #expect(Array(transcription.words).last?.speaker == Speaker.ID(1))
    #expect(transcription.text == Transcription.mock.text)
  }

  @Test("A remembered voice is a guess until the user confirms it")
  func remembered() async throws {
    let other = TranscribedMemo(
      recording: .preview(id: Recording.ID(UUID(7))),
      transcription: Transcription(
        id: Transcription.ID(UUID(8)), segments: [],
        speakers: [
          Speaker(id: 0, voice: Voice(model: "m", embedding: [0.9, 0.4], sameLikeness: 0.65))
        ]))
    let library = DatabaseClient.inMemory([
      TranscribedMemo(recording: .mock, transcription: .mock), other,
    ])
    #expect(
      try await library.voices.remember(
        of: 0, in: other.transcription.id, name: "Anna", at: Date(timeIntervalSince1970: 0)))
    let settings = SpeakerSettings(keepsVoices: true)
    let speakers = try await finding([0, 1], voices: [anna, ben], in: library, settings)
    #expect(speakers.map(\.likelyName) == ["Anna", nil])
    #expect(speakers.map(\.voice) == [anna, ben])
    let id = Transcription.mock.id
    try await library.editSpeakers(id: id, with: .name(Speaker.ID(0), "Anna Berg"))
    // Found once more, in another order.
    let again = try await finding([1, 0], voices: [ben, anna], in: library, settings)
    #expect(again.map(\.name) == [nil, "Anna Berg"])
    #expect(again.map(\.likelyName) == [nil, nil])
  }

  @Test("Voices are stored only if the settings allow it", arguments: [false, true])
  func settings(isAllowed: Bool) async throws {
    let library = library
    let counts = LockIsolated<[Int?]>([])
    let speakers = try await withDependencies {
      $0.database = library
      $0.speechClient.speakers = { [anna] request in
        counts.withValue { $0.append(request.count) }
        return RecordingSpeakers(
          sameLikeness: 0.65, voices: [anna],
          words: Array(repeating: 0, count: request.words.count))
      }
    } operation: {
      @Shared(.settings) var settings
      $settings.withLock { $0.speakers = isAllowed ? .remember : .on }
      return try await SpeakerFinder().find(in: .mock, count: 1)
    }
    #expect(speakers.map(\.voice) == [isAllowed ? anna : nil])
    #expect(counts.value == [1])
  }

  @Test("Speakers known by reference audio get its name, each once")
  func known() async throws {
    func names(_ known: [NamedVoice]) async throws -> [String?] {
      try await withDependencies {
        $0.speechClient.speakers = { [anna, ben] request in
          RecordingSpeakers(
            sameLikeness: 0.65, voices: [anna, ben],
            words: request.words.indices.map { $0 % 2 })
        }
      } operation: {
        var transcription = Transcription.mock
        try await SpeakerFinder().detectSpeakers(
          in: &transcription, audio: URL(fileURLWithPath: "/a"), duration: .seconds(5),
          SpeakerSettings(), knownVoices: known)
        #expect(transcription.speakers.allSatisfy { $0.voice == nil })
        return transcription.speakers.map(\.name)
      }
    }
    func voice(_ name: String, _ x: Float, _ y: Float) -> NamedVoice {
      NamedVoice(name: name, voice: Voice(model: "m", embedding: [x, y], sameLikeness: 0.65))
    }
    #expect(try await names([voice("agent", 0.1, 0.9)]) == [nil, "agent"])
    // Both are similar to the first speaker: the more similar one counts.
    #expect(
      try await names([voice("one", 0.8, 0.2), voice("other", 0.9, 0.1)]) == ["other", nil])
    #expect(try await names([voice("nobody", 0.4, 0.4)]) == [nil, nil])
  }

  @Test("A speaker that is split into two leaves the name to the one with more words")
  func split() async throws {
    let firstWords = LockIsolated(0)
    let names = try await withDependencies {
      $0.speechClient.speakers = { [anna, ben] request in
        let first = firstWords.value
        return RecordingSpeakers(
          sameLikeness: 0.65, voices: first == 0 ? [anna] : [anna, ben],
          words: request.words.indices.map { $0 < first || first == 0 ? 0 : 1 })
      }
    } operation: {
      func detect(_ transcription: inout Transcription) async throws {
        try await SpeakerFinder().detectSpeakers(
          in: &transcription, audio: URL(fileURLWithPath: "/a"), duration: .seconds(5),
          SpeakerSettings(), knownVoices: [])
      }
      var whole = Transcription.mock
      try await detect(&whole)
      whole.speakers[0].name = "Anna"
      var names: [[String?]] = []
      for count in [3, 6] {
        firstWords.setValue(count)
        var transcription = whole
        try await detect(&transcription)
        names.append(transcription.speakers.map(\.name))
      }
      return names
    }
    #expect(names == [[nil, "Anna"], ["Anna", nil]])
  }

  @Test("A single-speaker file yields its voice")
  func reference() async throws {
    let voice = try await withDependencies {
      $0.speechClient.speakers = { [ben] request in
        #expect(request.count == 1 && request.words.isEmpty)
        return RecordingSpeakers(
          sameLikeness: 0.7, voices: [Voice(model: "m", embedding: ben.embedding)], words: [])
      }
    } operation: {
      try await SpeakerFinder().voice(in: URL(fileURLWithPath: "/a"), duration: .seconds(3))
    }
    #expect(voice == Voice(model: "m", embedding: ben.embedding, sameLikeness: 0.7))
  }

  @Test("A memo without a transcript or words reports it")
  func problems() async throws {
    let none = DatabaseClient.inMemory([])
    try await none.insert(recording: .mock, job: nil)
    await #expect(throws: SpeakerProblem.noTranscript) {
      try await finding([0], voices: [anna], in: none, SpeakerSettings())
    }
    var silent = Transcription.mock
    silent.segments = []
    let silence = DatabaseClient.inMemory([
      TranscribedMemo(recording: .mock, transcription: silent)
    ])
    await #expect(throws: SpeakerProblem.noWords) {
      try await finding([0], voices: [anna], in: silence, SpeakerSettings())
    }
  }

  @Test("Text edited during speaker detection stays unchanged")
  func meanwhile() async throws {
    let library = library
    await #expect(throws: DatabaseError.self) {
      _ = try await withDependencies {
        $0.database = library
        $0.speechClient.speakers = { [anna] request in
          var text = try #require(try await library.transcription(of: Recording.mock.id))
          let edit = try #require(
            text.edit(text: "Other words.", at: Date(timeIntervalSince1970: 1)))
          _ = text.apply(edit)
          try await library.editTranscription(id: text.id, with: edit)
          return RecordingSpeakers(
            sameLikeness: 0.65, voices: [anna],
            words: Array(repeating: 0, count: request.words.count))
        }
      } operation: {
        try await SpeakerFinder().find(in: .mock, SpeakerSettings())
      }
    }
    #expect(try await library.transcription(of: Recording.mock.id)?.text == "Other words.")
    #expect(try await library.transcription(of: Recording.mock.id)?.speakers == [])
  }
}
