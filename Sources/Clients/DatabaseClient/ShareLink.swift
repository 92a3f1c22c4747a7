public import Foundation
public import SharedModels
public import Tagged

/// A link that opens one memo until it expires. The library stores only its secret's SHA-256.
public struct ShareLink: Codable, Equatable, Identifiable, Sendable {
  public typealias ID = Tagged<ShareLink, UUID>

  public let id: ID
  public var createdAt: Date
  public var expiresAt: Date
  public let memo: Recording.ID

  public init(id: ID, memo: Recording.ID, createdAt: Date, expiresAt: Date) {
    self.id = id
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.memo = memo
  }
}
