/// Where Home Assistant finds speech recognition: `tcp://HOST:PORT`, as it is written there.
public struct WyomingAddress: Hashable, Sendable {
  /// An address of this machine, in digits.
  public let host: String
  /// 0 for one that is free.
  public let port: UInt16

  /// - Returns: `nil` for a text that is no such address.
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

  /// Whether only programs of this machine can connect.
  public var isLoopback: Bool { host.isLoopbackAddress }

  /// The same on the port that was taken.
  public func with(port: UInt16) -> Self { Self(host: host, port: port) }
}

extension WyomingAddress: CustomStringConvertible {
  public var description: String {
    "tcp://\(host.contains(":") ? "[\(host)]" : host):\(port)"
  }
}
