public import CasePaths
public import Foundation

/// Uploads by tus 1.0.0.
@CasePathable
public enum UploadsRoute: Equatable, Sendable {
  case options
  case create
  case status(UUID)
  case append(UUID)
  case remove(UUID)
  /// Returns an ``UploadLink`` for sending the whole file past the server.
  case link(UUID)
  case finish(UUID)
}

public struct UploadLink: Codable, Equatable, Sendable {
  public var expiresAt: Date
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
