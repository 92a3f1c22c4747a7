public import Foundation

/// A server, and what it wants to see.
public struct ServerAddress: Hashable, Sendable {
  /// Without a slash at its end.
  public let base: String
  /// What opens one of its libraries; `nil` where this machine needs nothing.
  public var token: String?
  /// A file in the PEM format with the authorities whose certificates count in the place of the
  /// system's.
  public var authorities: URL?

  /// - Parameter text: As a person writes it: `https://home.example`, `http://127.0.0.1:8080`, or
  ///   without the scheme, which is `https` then.
  /// - Throws: ``Invalid``.
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
    self.token = token
    self.authorities = authorities
  }

  /// It is no address of a server.
  public struct Invalid: Error, Equatable, CustomStringConvertible {
    let text: String

    public var description: String {
      "'\(text)' is not a server address: write it like https://home.example"
    }
  }

  /// A name for files and folders that belong to it.
  public var fileName: String {
    String(
      base.split(separator: "://", maxSplits: 1).last.map(String.init)?.map {
        $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-") ? $0 : "_"
      } ?? [])
  }

  /// Whether what is sent can be read on its way.
  public var isPlain: Bool { base.hasPrefix("http://") }
}
