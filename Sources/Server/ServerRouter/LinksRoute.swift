public import CasePaths
public import DatabaseClient
public import Foundation
public import SharedModels
public import Tagged

/// What the secret of a link opens, without a token.
@CasePathable
public enum SharedRoute: Equatable, Sendable {
  /// What the memo is called, when it was recorded, and what is said in it.
  case memo
  /// Its sound, whole or in ranges.
  case audio
  case transcript(TranscriptRequest)

  /// What a link with that secret leads to, on its server.
  public static func path(with secret: String) -> String { "/s/\(secret)" }
}

/// For how long a new link is to open its memo.
public struct LinkRequest: Codable, Equatable, Sendable {
  /// In seconds; `nil` for a week.
  public var expiresIn: Double?
  /// The id that the link is to have; `nil` has the server make one.
  public var id: UUID?
  /// The SHA-256, in hexadecimal, of a secret that the link's client has made and keeps to itself;
  /// `nil` has the server make one.
  public var sha256: String?

  public init(expiresIn: Double? = nil, id: UUID? = nil, sha256: String? = nil) {
    self.expiresIn = expiresIn
    self.id = id
    self.sha256 = sha256
  }
}

/// A link that opens one memo, as it is sent to who may make such links.
public struct LinkValue: Codable, Equatable, Sendable {
  public var createdAt: Date
  public var expiresAt: Date
  public var id: String
  /// Where the link leads to on this server. It is told once, when it is made, unless its client has
  /// made the secret.
  public var path: String?

  /// The same as the database tells it; `nil` where the id is none.
  public func link(to memo: Recording.ID) -> ShareLink? {
    UUID(uuidString: id).map {
      ShareLink(id: ShareLink.ID($0), memo: memo, createdAt: createdAt, expiresAt: expiresAt)
    }
  }

  public init(_ link: ShareLink, path: String? = nil) {
    createdAt = link.createdAt
    expiresAt = link.expiresAt
    id = link.id.rawValue.uuidString.lowercased()
    self.path = path
  }
}

/// The links that open a memo, oldest first.
public struct LinkList: Codable, Equatable, Sendable {
  public var links: [LinkValue]

  public init(links: [LinkValue]) {
    self.links = links
  }
}

/// A memo, as a link shows it: nothing else of the library is in it, not even the memo's id.
public struct SharedMemo: Codable, Equatable, Sendable {
  public var date: Date
  /// In seconds.
  public var duration: Double
  public var title: String
  /// `nil` while there is none.
  public var transcript: Transcript?

  public init(title: String, date: Date, duration: Double, transcript: Transcript? = nil) {
    self.date = date
    self.duration = duration
    self.title = title
    self.transcript = transcript
  }

  /// What is said in it.
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

  /// A sentence or so, with its times in seconds.
  public struct Line: Codable, Equatable, Sendable {
    public var end: Double
    /// What is spoken in it, where that is not the transcript's language.
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
