/// Where a program shows its metrics: `HOST:PORT`, as it is written.
struct MetricsAddress: Equatable, Sendable {
  /// An address of this machine, in digits.
  let host: String
  /// 0 for one that is free.
  let port: UInt16

  /// - Returns: `nil` for a text that is no such address.
  init?(_ text: String) {
    guard
      let match = text.wholeMatch(of: /(?:\[([0-9A-Fa-f:.%\w]+)\]|([0-9.]+)):([0-9]+)/),
      let host = match.1 ?? match.2, let port = UInt16(match.3)
    else { return nil }
    self.host = String(host)
    self.port = port
  }
}
