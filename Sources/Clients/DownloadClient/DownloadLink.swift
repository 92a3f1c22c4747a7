public import Foundation

/// A web address. Its description omits the user and the password.
public struct DownloadLink: Equatable, Sendable, CustomStringConvertible {
  public let url: URL

  /// Returns `nil` without a host, and for schemes other than `http` and `https`.
  public init?(_ text: String) {
    guard Self.isLink(text), let url = URL(string: text), url.host?.isEmpty == false
    else { return nil }
    self.url = url
  }

  public static func isLink(_ text: String) -> Bool {
    ["http://", "https://"].contains { text.lowercased().hasPrefix($0) }
  }

  public var description: String {
    var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    parts?.user = nil
    parts?.password = nil
    return parts?.string ?? "the address"
  }
}
