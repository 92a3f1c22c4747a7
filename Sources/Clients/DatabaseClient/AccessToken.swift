public import Foundation

/// A client's access to a library, which stores only the SHA-256 of the token, in hexadecimal.
public struct AccessToken: Codable, Equatable, Sendable {
  public enum Kind: String, Codable, Sendable {
    /// Signs in a browser once. Gives no access itself.
    case code
    /// A signed-in browser. Ends after ``idleLifetime`` without use.
    case session
    case token
  }

  public var createdAt: Date
  public var expiresAt: Date?
  public var kind: Kind
  public var lastUsedAt: Date?
  public var name: String
  /// The name of the token or session with which this one ends.
  public var parent: String?
  public var scopes: Set<AccessScope>

  public init(
    name: String, scopes: Set<AccessScope>, createdAt: Date, lastUsedAt: Date? = nil,
    expiresAt: Date? = nil, kind: Kind = .token, parent: String? = nil
  ) {
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.kind = kind
    self.lastUsedAt = lastUsedAt
    self.name = name
    self.parent = parent
    self.scopes = scopes
  }

  /// Distinguishes a token from a later one with the same name.
  public struct Identity: Hashable, Sendable {
    private let createdAt: Date
    private let name: String

    fileprivate init(_ token: AccessToken) {
      createdAt = token.createdAt
      name = token.name
    }
  }

  public var identity: Identity { Identity(self) }

  public static let idleLifetime: TimeInterval = 90 * 86_400

  /// Begins the names of sessions. Earlier versions stored nothing else to recognize them.
  public static let sessionPrefix = "Browser, "

  /// When the token ends unless it is used until then; `nil` for never.
  public var endsAt: Date? {
    let idleEnd = kind == .session ? (lastUsedAt ?? createdAt) + Self.idleLifetime : nil
    return [expiresAt, idleEnd].compactMap(\.self).min()
  }

  public func hasEnded(at date: Date) -> Bool { endsAt.map { $0 <= date } ?? false }

  /// Limits writes to one a minute: one at every request would make reads as slow as writes.
  package func shouldRecordUse(at date: Date) -> Bool {
    lastUsedAt.map { date.timeIntervalSince($0) >= 60 } ?? true
  }
}

extension Set<AccessScope> {
  public var names: [String] { sorted().map(\.rawValue) }
}

/// A permission of a token. None implies another: `write` doesn't include `read`.
public enum AccessScope: String, CaseIterable, Codable, Comparable, Sendable {
  case read
  case write
  case transcribe
  /// Stores audio transcribed through the OpenAI-compatible API as memos, without asking.
  case keep
  case admin
  /// Claims and transcribes jobs of all libraries in a database. Gives no access to the libraries.
  case queue

  public static let ofLibraries = Set(allCases).subtracting([.queue])

  public static func < (lhs: Self, rhs: Self) -> Bool {
    let order = allCases
    return (order.firstIndex(of: lhs) ?? 0) < (order.firstIndex(of: rhs) ?? 0)
  }
}
