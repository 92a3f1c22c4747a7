public import HTTPMessages

extension HTTPRequest {
  /// The request as its client has sent it, where it came through proxies whose word is taken:
  /// `X-Forwarded-For`, `-Proto` and `-Host`. From anybody else these fields say nothing.
  ///
  /// - Parameter proxies: The proxies.
  public func forwarded(by proxies: [IPNetwork]) -> Self {
    guard isFromProxy(of: proxies)
    else { return self }
    // Each proxy adds at the end whom it has the request from. What stands before the first one that
    // is no proxy of ours, the client may have written.
    let addresses = headers.list(of: "X-Forwarded-For").map(Self.address)
    let hops = addresses.reversed().prefix { address in
      address.map { address in proxies.contains { $0.contains(address) } } ?? false
    }.count
    var request = self
    if let client = addresses.dropLast(min(hops, max(0, addresses.count - 1))).last ?? nil {
      request.peer.address = client.description
    }
    func told(_ name: String) -> String? {
      let values = headers.list(of: name)
      return values.isEmpty ? nil : values[max(0, values.count - 1 - hops)]
    }
    if let scheme = told("X-Forwarded-Proto") {
      request.peer.isEncrypted = scheme.lowercased() == "https"
    }
    if let host = told("X-Forwarded-Host") { request.headers["Host"] = host }
    return request
  }

  /// Whether a proxy has sent it.
  public func isFromProxy(of proxies: [IPNetwork]) -> Bool {
    guard let sender = IPAddress(peer.address)
    else { return false }
    return proxies.contains { $0.contains(sender) }
  }

  /// What a proxy writes of an address: it may have a port, and then brackets.
  private static func address(_ text: String) -> IPAddress? {
    if let address = IPAddress(text) { return address }
    guard
      let match = text.wholeMatch(of: /\[([0-9A-Fa-f:.]+)\](?::\d+)?|([0-9.]+):\d+/),
      let host = match.1 ?? match.2
    else { return nil }
    return IPAddress(host)
  }
}
