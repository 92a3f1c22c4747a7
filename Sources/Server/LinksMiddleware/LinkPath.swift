import Foundation
public import HTTPMessages

/// Addresses with the secret of a link in them, which must not get anywhere else: not into a log, a
/// cache, or what a browser tells the next site.
public enum LinkPath {
  /// The path of a request, without its query, as a log may have it; `nil` where it is no link's.
  public static func redacted(_ path: some StringProtocol) -> String? {
    // Almost every request is for something else.
    guard let first = path.utf8.first(where: { $0 != UInt8(ascii: "/") }),
      [UInt8(ascii: "s"), UInt8(ascii: "%")].contains(first)
    else { return nil }
    let parts = path.split(separator: "/", maxSplits: 2)
    // As the router reads it: a letter may be escaped.
    guard parts.count > 1, String(parts[0]).removingPercentEncoding == "s"
    else { return nil }
    let rest = parts.count > 2 ? parts[2] : ""
    return "/s/…" + (["audio", "transcript"].contains(rest) ? "/\(rest)" : "")
  }

  /// Keeps an answer out of caches, search engines, and what a browser tells of where it was.
  public static func protect(_ response: inout HTTPResponse) {
    response.headers["Cache-Control"] = "private, no-store"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["X-Robots-Tag"] = "noindex"
  }
}
