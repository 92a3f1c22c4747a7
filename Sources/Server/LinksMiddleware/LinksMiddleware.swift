public import DatabaseClient
import Dependencies
import Foundation
public import HTTPMessages
import MiddlewareHelpers
public import ServerRouter
public import SharedModels
public import Tagged
import TokenCore
public import TranscriptExport

public struct LinksMiddleware: Sendable {
  @Dependency(\.database) private var database

  public init() {}

  /// Creates a link. Only this response ever contains the secret.
  public func add(to id: Recording.ID, _ linkRequest: LinkRequest) async throws -> HTTPResponse {
    try await database.requireOutsideTrash(id)
    let lifetime = linkRequest.expiresIn ?? LinkIssuer.defaultLifetime
    guard LinkIssuer.lifetimes.contains(lifetime)
    else {
      let (least, most) = (LinkIssuer.lifetimes.lowerBound, LinkIssuer.lifetimes.upperBound)
      throw ServerProblem.invalidRequest(
        "'expiresIn' must be from \(Int(least)) to \(Int(most)) seconds")
    }
    let value: LinkValue
    do {
      let linkID = linkRequest.id.map { ShareLink.ID($0) }
      if let sha256 = linkRequest.sha256 {
        value = LinkValue(
          try await LinkIssuer().add(for: id, as: linkID, lifetime: lifetime, sha256: sha256))
      } else {
        let (link, secret) = try await LinkIssuer().add(for: id, as: linkID, lifetime: lifetime)
        value = LinkValue(link, path: SharedRoute.path(with: secret))
      }
    } catch let error as LinkError {
      switch error {
      case .alreadyExists:
        throw ServerProblem(.conflict, .alreadyExists, detail: error.description)
      case .invalidChecksum:
        throw ServerProblem(.unprocessableContent, .invalidLink, detail: error.description)
      }
    }
    var response = try HTTPResponse.json(value, .created)
    response.headers["Cache-Control"] = "private, no-store"
    return response
  }

  public func list(of id: Recording.ID, _ request: HTTPRequest) async throws -> HTTPResponse {
    _ = try await database.memo(id)
    let now = try await database.currentDate()
    let links = try await database.access.links(of: id).filter { $0.expiresAt > now }
    return try request.json(LinkList(links: links.map { LinkValue($0) }))
  }

  public func remove(_ link: ShareLink.ID, of id: Recording.ID) async throws -> HTTPResponse {
    guard try await database.access.removeLink(id: link, of: id)
    else {
      throw ServerProblem.notFound("the memo has no link with that id: it may have been revoked")
    }
    return .noContent
  }

  public func memo(forSecret secret: String) async throws -> Recording? {
    try await LinkIssuer().memo(forSecret: secret)
  }

  public func get(_ memo: Recording, _ request: HTTPRequest) async throws -> HTTPResponse {
    let transcription = try await database.transcription(of: memo.id)
    return try request.json(
      SharedMemo(
        title: memo.title, date: memo.date, duration: memo.duration.secondsToMillisecond,
        transcript: transcription.map(SharedMemo.Transcript.init)))
  }

  public func transcript(
    of memo: Recording, as format: ExportFormat, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    guard let transcription = try await database.transcription(of: memo.id)
    // Only the library's owner may learn the reason.
    else { throw ServerProblem.noTranscript("the memo has no transcript") }
    let text = try export(memo.withoutLibrary, transcription, as: format)
    return request.reply(Array(text.utf8), as: format.mediaType)
  }
}

extension ServerProblem {
  /// Doesn't disclose whether the link ever existed.
  public static let noLink = notFound(
    "this link is not valid: it may have expired or been revoked")
}

extension Recording {
  /// Without ids and tags, which some export formats include.
  fileprivate var withoutLibrary: Recording {
    Recording(
      id: ID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))),
      audio: audio, date: date, duration: duration, title: title, transcription: transcription)
  }
}

extension SharedMemo.Transcript {
  fileprivate init(_ transcription: Transcription) {
    self.init(
      language: transcription.language, text: transcription.text,
      segments: transcription.segments.map {
        SharedMemo.Line(
          text: $0.text, start: $0.start.secondsToMillisecond, end: $0.end.secondsToMillisecond,
          language: $0.language)
      })
  }
}
