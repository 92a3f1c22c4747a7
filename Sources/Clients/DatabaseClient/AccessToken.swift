public import Foundation

/// A client's access to a library, which stores only the SHA-256 of the token, in hexadecimal.
public struct AccessToken: Codable, Equatable, Sendable {
  public var createdAt: Date
  public var lastUsedAt: Date?
  public var name: String
  public var scopes: Set<AccessScope>

  public init(name: String, scopes: Set<AccessScope>, createdAt: Date, lastUsedAt: Date? = nil) {
    self.createdAt = createdAt
    self.lastUsedAt = lastUsedAt
    self.name = name
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
  /// Claims and transcribes jobs of all libraries in a database, and opens none.
  case queue

  public static let ofLibraries = Set(allCases).subtracting([.queue])

  public static func < (lhs: Self, rhs: Self) -> Bool {
    let order = allCases
    return (order.firstIndex(of: lhs) ?? 0) < (order.firstIndex(of: rhs) ?? 0)
  }
}
