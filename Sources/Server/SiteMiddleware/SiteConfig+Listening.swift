import NetworkAddresses

extension SiteConfig {
  /// - Throws: ``SiteConfigProblem`` if memos or speech would cross the network unencrypted.
  public func check() throws(SiteConfigProblem) {
    if let wyoming, !wyoming.isLoopback, !allowsPlainHTTP {
      throw .plainSpeech(host: wyoming.host)
    }
    guard listener.isLoopback || encryption != nil || !proxies.isEmpty || allowsPlainHTTP
    else { throw .plain(host: listener.host) }
  }

  /// The URL for clients. If the host is a wildcard, the first host name replaces it.
  public func address(port: UInt16) -> String {
    var address = Listener(host: listener.host, port: port)
    if ["0.0.0.0", "::"].contains(address.host), let name = hostNames.min() { address.host = name }
    return "\(encryption == nil ? "http" : "https")://\(address)"
  }
}

public enum SiteConfigProblem: Error, Equatable, CustomStringConvertible {
  case plain(host: String)
  case plainSpeech(host: String)

  public var description: String {
    switch self {
    case .plain(let host):
      """
      on \(host), memos and tokens would cross the network unencrypted: pass --certificate and \
      --key, name the TLS-terminating proxy with --proxy, or pass --plain-http to allow it
      """
    case .plainSpeech(let host):
      """
      on \(host), speech would cross the network unencrypted and anyone could use the engine: \
      Wyoming has no tokens and no encryption; pass --plain-http to allow it
      """
    }
  }
}
