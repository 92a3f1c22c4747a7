public import Foundation
import LibraryFolder
public import SiteMiddleware

/// Where a server listens, for whom, and what it serves: what a person has asked for, checked.
public struct SitePlan: Sendable {
  /// What connections are encrypted with: files in the PEM format.
  public struct Encryption: Equatable, Sendable {
    public let certificate: URL
    public let key: URL

    public init(certificate: URL, key: URL) {
      self.certificate = certificate
      self.key = key
    }
  }

  /// What listens already.
  public struct Listener: Equatable, Sendable {
    public let descriptor: Int32
    /// The address that it listens on, in digits.
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
  /// An address of this machine, in digits.
  public var host = "127.0.0.1"
  /// Whether whoever listens in between may hear everything.
  public var isPlainBeyondLoopback = false
  /// What is listened on in the place of ``host`` and ``port``, which say where it is.
  public var listener: Listener?
  /// 0 for one that is free.
  public var port: UInt16 = 8080
  /// How many memos of a library are transcribed at once.
  public var width: Int?
  /// Where Home Assistant finds speech recognition, if anywhere.
  public var wyoming: WyomingAddress?

  public init(_ config: SiteConfig) {
    self.config = config
  }

  /// - Throws: ``SitePlanProblem`` where what is asked for would show memos to others.
  public func check() throws(SitePlanProblem) {
    if let wyoming, !wyoming.isLoopback, !isPlainBeyondLoopback {
      throw .plainSpeech(host: wyoming.host)
    }
    guard !isLoopback
    else { return }
    guard encryption != nil || !config.proxies.isEmpty || isPlainBeyondLoopback
    else { throw .plain(host: host) }
  }

  /// Whether only programs of this machine can connect.
  public var isLoopback: Bool { host.isLoopbackAddress }

  /// Where clients find the server: if it listens on all addresses, by the first of its names.
  ///
  /// - Parameter port: The port that it listens on.
  public func address(port: UInt16) -> String {
    let isEverywhere = ["0.0.0.0", "::"].contains(host)
    let host = isEverywhere ? config.hostNames.min() ?? host : host
    let name = host.contains(":") ? "[\(host)]" : host
    return "\(encryption == nil ? "http" : "https")://\(name):\(port)"
  }
}

/// Why a server is not started as it is asked to be.
public enum SitePlanProblem: Error, Equatable, CustomStringConvertible {
  /// Memos and tokens would go over a network as they are.
  case plain(host: String)
  /// What is said would go over a network as it is, and anybody could have speech transcribed.
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

extension String {
  /// Whether only programs of this machine reach what listens at this address, in digits.
  var isLoopbackAddress: Bool { self == "::1" || hasPrefix("127.") }
}
