public import Foundation

/// A URL that lets anyone download or upload one file until it expires.
public struct AudioStoreLink: Equatable, Sendable {
  public var expiresAt: Date
  public var headers: [String: String]
  public var url: String

  public init(url: String, headers: [String: String] = [:], expiresAt: Date) {
    self.expiresAt = expiresAt
    self.headers = headers
    self.url = url
  }
}

public struct AudioDownload: Equatable, Sendable {
  /// The name to save the file as; `nil` for playback.
  public var fileName: String?
  public var lifetime: Duration
  public var mediaType: String?

  public init(lifetime: Duration, mediaType: String? = nil, fileName: String? = nil) {
    self.fileName = fileName
    self.lifetime = lifetime
    self.mediaType = mediaType
  }
}
