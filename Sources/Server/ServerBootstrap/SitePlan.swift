public import Foundation
import LibraryFolder
import NetworkAddresses
public import SiteMiddleware

/// The user's choice of libraries, address and encryption; see ``check()``.
public struct SitePlan: Sendable {
  public struct Encryption: Equatable, Sendable {
    public let certificate: URL
    public let key: URL

    public init(certificate: URL, key: URL) {
      self.certificate = certificate
      self.key = key
    }
  }

  public struct Listener: Equatable, Sendable {
    public let descriptor: Int32
    public let host: String
    public let port: UInt16

    public init(descriptor: Int32, host: String, port: UInt16) {
      self.descriptor = descriptor
      self.host = host
      self.port = port
    }
  }

  public var config: SiteConfig
  public var encryption: Encryption?
  public var host = "127.0.0.1"
  /// Allows unencrypted connections beyond this machine.
  public var allowsPlainHTTP = false
  /// Used instead of binding ``host`` and ``port``, which then only describe it.
  public var listener: Listener?
  public var port: UInt16 = 8080
  public var width: Int?
  public var wyoming: WyomingAddress?

  public init(_ config: SiteConfig) {
    self.config = config
  }

  /// - Throws: ``SitePlanProblem`` if memos or speech would cross the network unencrypted.
  public func check() throws(SitePlanProblem) {
    if let wyoming, !wyoming.isLoopback, !allowsPlainHTTP {
      throw .plainSpeech(host: wyoming.host)
    }
    guard !isLoopback
    else { return }
    guard encryption != nil || !config.proxies.isEmpty || allowsPlainHTTP
    else { throw .plain(host: host) }
  }

  public var isLoopback: Bool { host.isLoopbackHost }

  /// The URL for clients. If the host is a wildcard, the first host name replaces it.
  public func address(port: UInt16) -> String {
    let isEverywhere = ["0.0.0.0", "::"].contains(host)
    let host = isEverywhere ? config.hostNames.min() ?? host : host
    let name = host.contains(":") ? "[\(host)]" : host
    return "\(encryption == nil ? "http" : "https")://\(name):\(port)"
  }
}

public enum SitePlanProblem: Error, Equatable, CustomStringConvertible {
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
