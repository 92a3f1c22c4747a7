public struct Listener: Hashable, Sendable {
  /// A socket opened by the parent process. The address then only describes it.
  public var descriptor: Int32?
  /// Numeric, such as `127.0.0.1`, `::1` or `0.0.0.0`.
  public var host: String
  /// 0 for any free one.
  public var port: UInt16

  public init(host: String = "127.0.0.1", port: UInt16 = 0, descriptor: Int32? = nil) {
    self.descriptor = descriptor
    self.host = host
    self.port = port
  }

  /// Parses `127.0.0.1:8080` or `[::1]:8080`.
  public init?(_ text: some StringProtocol) {
    guard
      let match = String(text)
        .wholeMatch(of: /(?:\[([0-9A-Fa-f:.%\w]+)\]|([0-9.]+)):([0-9]+)/),
      let host = match.1 ?? match.2, let port = UInt16(match.3)
    else { return nil }
    self.init(host: String(host), port: port)
  }

  /// Parses an address as Home Assistant shows it: `tcp://127.0.0.1:10300`.
  public init?(tcp text: String) {
    guard text.hasPrefix("tcp://")
    else { return nil }
    self.init(text.dropFirst("tcp://".count))
  }

  public var isLoopback: Bool { host.isLoopbackHost }
}

extension Listener: CustomStringConvertible {
  public var description: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }
}
