import DatabaseClient
import Dependencies
import Foundation
public import HTTPMessages
import MiddlewareHelpers
public import ServerRouter
import SpeakerCore

public struct VoicesMiddleware: Sendable {
  @Dependency(\.database.voices) private var voices
  @Dependency(\.date.now) private var now

  public init() {}

  public func respond(
    to route: VoicesRoute, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    switch route {
    case .forget(let wanted): try await forget(wanted)
    case .list:
      try request.json(VoiceList(voices: try await voices.all().map(VoiceValue.init)))
    case .remember(let wanted): try await remember(wanted)
    }
  }

  /// The speaker keeps its name in the transcript.
  private func remember(_ wanted: VoiceRequest) async throws -> HTTPResponse {
    let name = wanted.name.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !name.isEmpty
    else {
      throw ServerProblem(
        .unprocessableContent, .invalidName, detail: "'name' must not be empty")
    }
    do {
      guard
        try await voices.remember(
          of: wanted.speaker, in: wanted.transcript, name: name, at: now)
      else {
        throw ServerProblem(.conflict, .noVoice, detail: SpeakerProblem.noVoice.description)
      }
    } catch DatabaseError.notFound {
      throw ServerProblem.notFound("this library has no transcript with that speaker")
    }
    return .noContent
  }

  private func forget(_ wanted: VoiceSelection) async throws -> HTTPResponse {
    guard (wanted.name == nil) == wanted.isEverybody
    else { throw ServerProblem.invalidRequest("send either 'name' or 'everybody=true'") }
    let erasure = try await voices.forget(of: wanted.name)
    guard erasure != .nothing
    else {
      throw ServerProblem.notFound(
        wanted.name.map { "this library stores no voice of '\($0)'" }
          ?? "this library stores no voices")
    }
    return try .json(ForgottenVoices(erased: erasure == .complete))
  }
}
