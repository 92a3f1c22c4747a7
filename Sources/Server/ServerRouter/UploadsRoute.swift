public import CasePaths
public import Foundation

/// What can be asked of uploads: tus 1.0.0, which clients of many languages speak.
@CasePathable
public enum UploadsRoute: Equatable, Sendable {
  /// What of the protocol the server can do.
  case options
  /// Begins an upload; what comes along is its beginning.
  case create
  /// How much of it is there.
  case status(UUID)
  /// Adds what comes at the end of what is there.
  case append(UUID)
  /// Gives it up.
  case remove(UUID)
  /// Where else all of it can be sent at once.
  case link(UUID)
  /// All of it was sent there.
  case finish(UUID)
}

/// Where an upload can be sent past the server, as one request.
public struct UploadLink: Codable, Equatable, Sendable {
  /// Until when.
  public var expiresAt: Date
  /// What the request's head must have.
  public var headers: [String: String]
  public var method: String
  public var url: String

  public init(_ method: String, _ url: String, headers: [String: String], expiresAt: Date) {
    self.expiresAt = expiresAt
    self.headers = headers
    self.method = method
    self.url = url
  }
}
