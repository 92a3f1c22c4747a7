public import Foundation

public struct Download: Equatable, Sendable {
  /// Named as at its source, and last modified when the source says.
  public let file: URL
  /// The number of recordings that the web page lists. Only the first is downloaded.
  public let listedCount: Int
  public let title: String?

  public init(file: URL, listedCount: Int = 1, title: String? = nil) {
    self.file = file
    self.listedCount = listedCount
    self.title = title
  }
}

public enum DownloadProgress: Equatable, Sendable {
  /// `total` is `nil` if the server doesn't announce it.
  case bytes(Int64, total: Int64?)
  case webPage
}

public struct DownloadFailure: Error, Equatable, Sendable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) {
    self.description = description
  }
}
