public import Foundation

/// What lets a program on another machine reach the library. The text that it shows is known to it
/// alone: the library keeps a checksum of it, its SHA-256 in hexadecimal.
public struct AccessToken: Codable, Equatable, Sendable {
  public var createdAt: Date
  /// When it was used last, to the minute; `nil` while it never was.
  public var lastUsedAt: Date?
  /// What a person calls it: each token of a library otherwise.
  public var name: String
  public var scopes: Set<AccessScope>

  public init(name: String, scopes: Set<AccessScope>, createdAt: Date, lastUsedAt: Date? = nil) {
    self.createdAt = createdAt
    self.lastUsedAt = lastUsedAt
    self.name = name
    self.scopes = scopes
  }

  /// What tells it from all others, also from a later one of the same name.
  public struct Identity: Hashable, Sendable {
    private let createdAt: Date
    private let name: String

    fileprivate init(_ token: AccessToken) {
      createdAt = token.createdAt
      name = token.name
    }
  }

  public var identity: Identity { Identity(self) }

  /// Whether a use at that moment is to be noted: to write at each request would make reading as
  /// slow as writing is.
  package func notesUse(at date: Date) -> Bool {
    lastUsedAt.map { date.timeIntervalSince($0) >= 60 } ?? true
  }
}

extension Set<AccessScope> {
  /// The scopes by their names, in the order in which they are listed.
  public var names: [String] { sorted().map(\.rawValue) }
}

/// What whoever has a token may do. Each stands alone: who may write may not read by that.
///
/// A library's tokens allow what is in ``ofLibraries``. ``queue`` is what a transcriber's allows, which
/// opens no library.
public enum AccessScope: String, CaseIterable, Codable, Comparable, Sendable {
  /// To see memos, their sound and their transcripts.
  case read
  /// To add, change and delete memos.
  case write
  /// To have speech transcribed.
  case transcribe
  /// To have what is transcribed by OpenAI's API kept as memos, without a further question.
  case keep
  /// To see and change tokens and settings.
  case admin
  /// To make the transcripts of all libraries of a database, and nothing else.
  case queue

  /// Those that a token of a library can have.
  public static let ofLibraries = Set(allCases).subtracting([.queue])

  /// In the order in which they are listed.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    let order = allCases
    return (order.firstIndex(of: lhs) ?? 0) < (order.firstIndex(of: rhs) ?? 0)
  }
}
