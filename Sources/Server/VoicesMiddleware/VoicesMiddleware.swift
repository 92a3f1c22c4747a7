import DatabaseClient
import Dependencies
import Foundation
public import HTTPMessages
import MiddlewareHelpers
public import ServerRouter
import SpeakerCore

/// Lists the voices that a library remembers, and has it remember and forget them.
public struct VoicesMiddleware: Sendable {
  @Dependency(\.database) private var database
  @Dependency(\.date.now) private var now

  public init() {}

  /// Whose voices are remembered, and not how they sound.
  public func list(_ request: HTTPRequest) async throws -> HTTPResponse {
    try request.json(VoiceList(voices: try await database.voices().map(VoiceValue.init)))
  }

  /// Remembers how a speaker of a transcript sounds. What the speaker is called there stays.
  public func remember(_ wanted: VoiceRequest) async throws -> HTTPResponse {
    let name = wanted.name.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !name.isEmpty
    else {
      throw ServerProblem(
        .unprocessableContent, "No name", detail: "a voice is remembered by a name: give one")
    }
    do {
      guard
        try await database.rememberVoice(
          of: wanted.speaker, in: wanted.transcript, name: name, at: now)
      else {
        throw ServerProblem(.conflict, "No voice", detail: SpeakerProblem.noVoice.description)
      }
    } catch DatabaseError.notFound {
      throw ServerProblem(
        .notFound, "Not found", detail: "there is no such speaker in a transcript of this library")
    }
    return .noContent
  }

  /// Forgets how somebody sounds, or how everybody does.
  public func forget(_ wanted: VoiceSelection) async throws -> HTTPResponse {
    guard (wanted.name == nil) == wanted.isEverybody
    else {
      throw ServerProblem(
        .badRequest, "Whose voice", detail: "give either 'name' or 'everybody=true'")
    }
    let erasure = try await database.forgetVoices(of: wanted.name)
    guard erasure != .nothing
    else {
      throw ServerProblem(
        .notFound, "Not found",
        detail: wanted.name.map { "no voice of '\($0)' is kept in this library" }
          ?? "no voice is kept in this library")
    }
    return try .json(ForgottenVoices(erased: erasure == .complete))
  }
}
