import Foundation

public enum LinkPath {
  /// The request's path without the secret, for logs; `nil` if the path isn't a link's.
  public static func redacted(_ path: some StringProtocol) -> String? {
    guard let first = path.utf8.first(where: { $0 != UInt8(ascii: "/") }),
      [UInt8(ascii: "s"), UInt8(ascii: "%")].contains(first)
    else { return nil }
    let parts = path.split(separator: "/", maxSplits: 2)
    // The router also accepts a percent-encoded letter.
    guard parts.count > 1, String(parts[0]).removingPercentEncoding == "s"
    else { return nil }
    let rest = parts.count > 2 ? parts[2] : ""
    return "/s/…" + (["audio", "transcript"].contains(rest) ? "/\(rest)" : "")
  }
}
