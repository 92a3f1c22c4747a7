public import DatabaseClient
public import Foundation
public import SharedModels
public import Tagged

extension Voice {
  /// A voice of the same network as all others.
  public static func fixed(_ x: Float, _ y: Float) -> Voice {
    Voice(model: "voices", embedding: [x, y], sameLikeness: 0.65)
  }
}

extension Speaker {
  public static func fixed(
    _ number: Int, name: String? = nil, likelyName: String? = nil, _ voice: Voice?
  ) -> Speaker {
    Speaker(id: ID(number), name: name, likelyName: likelyName, voice: voice)
  }
}

extension DatabaseClient {
  /// Adds a memo whose words are said by these speakers, in turn.
  public func addMemo(_ number: UInt8, saidBy speakers: [Speaker]) async throws {
    try await addMemo(number, saying: speakers.map { "word\($0.id)" }.joined(separator: " "))
    try await setSpeakers(speakers, in: Recording.ID(.fixed(number)))
  }

  /// Sets the speakers of a memo, in turns.
  public func setSpeakers(_ speakers: [Speaker], in memo: Recording.ID) async throws {
    guard let transcription = try await transcription(of: memo)
    else { throw DatabaseError.notFound("transcript of memo \(memo)") }
    try await editSpeakers(
      id: transcription.id, with: .replace(speakers, words: speakers.map(\.id)))
  }

  public func speakers(of memo: UInt8) async throws -> [Speaker] {
    try await transcription(of: Recording.ID(.fixed(memo)))?.speakers ?? []
  }

  /// Remembers how a speaker of a memo sounds.
  public func remember(
    _ name: String, _ speaker: Speaker.ID = 0, of memo: UInt8,
    at date: Date = Date(timeIntervalSince1970: 5)
  ) async throws {
    let id = Transcription.ID(.fixed(200 &+ memo))
    guard try await voices.remember(of: speaker, in: id, name: name, at: date)
    else { throw DatabaseError.notFound("the voice of speaker \(speaker) in memo \(memo)") }
  }
}
