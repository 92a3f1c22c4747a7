/// What a client asks of a server.
public struct HTTPRequest: Sendable {
  public var method: HTTPMethod
  /// The path and query as they are sent, with what is escaped still escaped: `/memos?limit=2`.
  public var target: String
  public var headers: HTTPHeaders
  public var body: HTTPBody
  /// Who sent it, as far as the server knows it.
  public var peer: HTTPPeer

  public init(
    _ method: HTTPMethod = .get, _ target: String, headers: HTTPHeaders = [:],
    body: HTTPBody = .empty, peer: HTTPPeer = HTTPPeer()
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
    self.peer = peer
  }

  /// The target without its query.
  public var path: Substring {
    target[..<(target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex)]
  }

  /// What stands behind the question mark, if there is one.
  public var query: Substring? {
    target.utf8.firstIndex(of: UInt8(ascii: "?")).map { target[target.index(after: $0)...] }
  }
}

/// The other end of a connection.
public struct HTTPPeer: Hashable, Sendable {
  /// Its address in digits, such as `127.0.0.1` or `::1`; empty where there is none.
  public var address: String
  /// Whether it came over TLS that this server itself speaks.
  public var isEncrypted: Bool

  public init(address: String = "", isEncrypted: Bool = false) {
    self.address = address
    self.isEncrypted = isEncrypted
  }
}
