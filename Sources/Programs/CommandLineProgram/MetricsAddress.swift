struct MetricsAddress: Equatable, Sendable {
  let host: String
  /// 0 for a free port.
  let port: UInt16

  init?(_ text: String) {
    guard
      let match = text.wholeMatch(of: /(?:\[([0-9A-Fa-f:.%\w]+)\]|([0-9.]+)):([0-9]+)/),
      let host = match.1 ?? match.2, let port = UInt16(match.3)
    else { return nil }
    self.host = String(host)
    self.port = port
  }
}
