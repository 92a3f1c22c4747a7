public import Foundation

/// An address that does one thing with one sound, for whoever has it, until it expires.
public struct AudioStoreLink: Equatable, Sendable {
  public var expiresAt: Date
  /// What the request's head must have, by its names.
  public var headers: [String: String]
  public var url: String

  /// Creates a value from its properties.
  public init(url: String, headers: [String: String] = [:], expiresAt: Date) {
    self.expiresAt = expiresAt
    self.headers = headers
    self.url = url
  }
}

/// How a sound is to be sent to whoever has a link to it.
public struct AudioDownload: Equatable, Sendable {
  /// What the file is called where it is saved; `nil` for a sound that is to be heard.
  public var fileName: String?
  /// For how long the link leads to it.
  public var lifetime: Duration
  /// Its media type; `nil` for what the store says.
  public var mediaType: String?

  /// Creates a value from its properties.
  public init(lifetime: Duration, mediaType: String? = nil, fileName: String? = nil) {
    self.fileName = fileName
    self.lifetime = lifetime
    self.mediaType = mediaType
  }
}
