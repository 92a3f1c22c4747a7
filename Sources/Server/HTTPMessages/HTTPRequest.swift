public struct HTTPRequest: Sendable {
  public var method: HTTPMethod
  /// The path and query, still percent-encoded: `/memos?limit=2`.
  public var target: String
  public var headers: HTTPHeaders
  public var body: HTTPBody
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

  public var path: Substring {
    target[..<(target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex)]
  }
}

public struct HTTPPeer: Hashable, Sendable {
  /// Numeric, such as `127.0.0.1` or `::1`; empty if unknown.
  public var address: String
  public var isEncrypted: Bool

  public init(address: String = "", isEncrypted: Bool = false) {
    self.address = address
    self.isEncrypted = isEncrypted
  }
}
