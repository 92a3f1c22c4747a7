public import Foundation

public struct ServerAddress: Hashable, Sendable {
  public let base: String
  public let host: String
  public var token: String?
  /// A PEM file with certificate authorities that replace the system's.
  public var authorities: URL?

  /// Parses `https://home.example` or `http://127.0.0.1:8080`. The scheme defaults to `https`.
  public init(
    _ text: String, token: String? = nil, authorities: URL? = nil
  ) throws(Invalid) {
    let full = text.contains("://") ? text : "https://\(text)"
    guard let url = URLComponents(string: full), ["http", "https"].contains(url.scheme),
      let host = url.host, !host.isEmpty, url.query == nil, url.fragment == nil, url.user == nil
    else { throw Invalid(text: text) }
    var base = full
    while base.hasSuffix("/") { base.removeLast() }
    self.base = base
    self.host = host
    self.token = token
    self.authorities = authorities
  }

  public struct Invalid: Error, Equatable, CustomStringConvertible {
    let text: String

    public var description: String {
      "'\(text)' is not a server address: write it like https://home.example"
    }
  }

  public var fileName: String {
    String(
      base.split(separator: "://", maxSplits: 1).last.map(String.init)?.map {
        $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-") ? $0 : "_"
      } ?? [])
  }

  public var isPlain: Bool { base.hasPrefix("http://") }
}
