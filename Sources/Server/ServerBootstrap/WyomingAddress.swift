import NetworkAddresses

/// The address of the Wyoming server as Home Assistant shows it: `tcp://HOST:PORT`.
public struct WyomingAddress: Hashable, Sendable {
  public let host: String
  public let port: UInt16

  public init?(_ text: String) {
    guard
      let match = text.wholeMatch(of: /tcp:\/\/(?:\[([0-9A-Fa-f:.%\w]+)\]|([^:\/\[\]\s]+)):(\d+)/),
      let host = match.1 ?? match.2, let port = UInt16(match.3)
    else { return nil }
    self.init(host: String(host), port: port)
  }

  private init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  public var isLoopback: Bool { host.isLoopbackHost }

  public func with(port: UInt16) -> Self { Self(host: host, port: port) }
}

extension WyomingAddress: CustomStringConvertible {
  public var description: String {
    "tcp://\(host.contains(":") ? "[\(host)]" : host):\(port)"
  }
}
