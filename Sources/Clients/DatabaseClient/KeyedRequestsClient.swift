public import DependenciesMacros
public import Foundation

/// A request with an `Idempotency-Key`. The hashes are SHA-256 in hexadecimal.
public struct KeyedRequest: Equatable, Sendable {
  /// A hash of the method, the address, and the body.
  public let content: String
  /// A hash of the key and of the token that sent it.
  public let key: String
  /// `nil` until the request has succeeded.
  public var reply: String?

  public init(key: String, content: String, reply: String? = nil) {
    self.content = content
    self.key = key
    self.reply = reply
  }
}

@DependencyClient
public struct KeyedRequestsClient: Sendable {
  /// Claims the key for a request until a date. Returns the earlier request if the key is taken.
  public var begin:
    @Sendable (_ request: KeyedRequest, _ at: Date, _ until: Date) async throws -> KeyedRequest?

  /// Keeps a request and its reply until a date. Without a reply, its key can be used again, unless
  /// a repetition has one.
  public var end: @Sendable (_ request: KeyedRequest, _ until: Date) async throws -> Void
}
