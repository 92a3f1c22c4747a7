import HTTPMessages
import NetworkAddresses

func trustProxies(_ proxies: [IPNetwork]) -> Middleware {
  { request, next in try await next(request.forwarded(by: proxies)) }
}

extension HTTPRequest {
  /// The client's own request, by a trusted proxy's `X-Forwarded-For`, `-Proto` and `-Host`.
  func forwarded(by proxies: [IPNetwork]) -> Self {
    guard isFromProxy(of: proxies)
    else { return self }
    // Each proxy appends its sender. Clients can forge all before the last untrusted address.
    let addresses = headers.list(of: "X-Forwarded-For").map(Self.address)
    let hops = addresses.reversed().prefix { address in
      address.map { address in proxies.contains { $0.contains(address) } } ?? false
    }.count
    var request = self
    if let client = addresses.dropLast(min(hops, max(0, addresses.count - 1))).last ?? nil {
      request.peer.address = client.description
    }
    func forwardedValue(_ name: String) -> String? {
      let values = headers.list(of: name)
      return values.isEmpty ? nil : values[max(0, values.count - 1 - hops)]
    }
    if let scheme = forwardedValue("X-Forwarded-Proto") {
      request.peer.isEncrypted = scheme.lowercased() == "https"
    }
    if let host = forwardedValue("X-Forwarded-Host") { request.headers["Host"] = host }
    return request
  }

  func isFromProxy(of proxies: [IPNetwork]) -> Bool {
    guard let sender = IPAddress(peer.address)
    else { return false }
    return proxies.contains { $0.contains(sender) }
  }

  /// Accepts addresses with a port, as some proxies write them: `[::1]:80`.
  private static func address(_ text: String) -> IPAddress? {
    if let address = IPAddress(text) { return address }
    guard
      let match = text.wholeMatch(of: /\[([0-9A-Fa-f:.]+)\](?::\d+)?|([0-9.]+):\d+/),
      let host = match.1 ?? match.2
    else { return nil }
    return IPAddress(host)
  }
}
