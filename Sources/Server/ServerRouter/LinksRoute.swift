public import CasePaths
public import DatabaseClient
public import Foundation
public import SharedModels
public import Tagged
public import TranscriptExport

@CasePathable
public enum SharedRoute: Equatable, Sendable {
  case memo
  case audio
  case transcript(ExportFormat)

  public static func path(with secret: String) -> String { "/s/\(secret)" }
}

public struct LinkRequest: Codable, Equatable, Sendable {
  /// Seconds; `nil` for a week.
  public var expiresIn: Double?
  public var id: UUID?
  /// Hexadecimal SHA-256 of a secret made by the client; `nil` to let the server make one.
  public var sha256: String?

  public init(expiresIn: Double? = nil, id: UUID? = nil, sha256: String? = nil) {
    self.expiresIn = expiresIn
    self.id = id
    self.sha256 = sha256
  }
}

public struct LinkValue: Codable, Equatable, Sendable {
  public var createdAt: Date
  public var expiresAt: Date
  public var id: String
  /// Only sent on creation, and only if the server made the secret.
  public var path: String?

  public func link(to memo: Recording.ID) -> ShareLink? {
    UUID(uuidString: id).map {
      ShareLink(id: ShareLink.ID($0), memo: memo, createdAt: createdAt, expiresAt: expiresAt)
    }
  }

  public init(_ link: ShareLink, path: String? = nil) {
    createdAt = link.createdAt
    expiresAt = link.expiresAt
    id = link.id.text
    self.path = path
  }
}

public struct LinkList: Codable, Equatable, Sendable {
  public var links: [LinkValue]

  public init(links: [LinkValue]) {
    self.links = links
  }
}

/// A memo as a link shows it, without the memo's id and other data of the library.
public struct SharedMemo: Codable, Equatable, Sendable {
  public var date: Date
  public var duration: Double
  public var title: String
  public var transcript: Transcript?

  public init(title: String, date: Date, duration: Double, transcript: Transcript? = nil) {
    self.date = date
    self.duration = duration
    self.title = title
    self.transcript = transcript
  }

  public struct Transcript: Codable, Equatable, Sendable {
    public var language: String?
    public var segments: [Line]
    public var text: String

    public init(language: String?, text: String, segments: [Line]) {
      self.language = language
      self.segments = segments
      self.text = text
    }
  }

  public struct Line: Codable, Equatable, Sendable {
    public var end: Double
    public var language: String?
    public var start: Double
    public var text: String

    public init(text: String, start: Double, end: Double, language: String? = nil) {
      self.end = end
      self.language = language
      self.start = start
      self.text = text
    }
  }
}
