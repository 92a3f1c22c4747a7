public struct HTTPLimits: Hashable, Sendable {
  /// Further connections are closed.
  public var connectionCount = 10_000
  /// All clients behind a proxy share its address.
  public var connectionCountPerAddress = 5_000
  /// Bytes per connection for both heads, a little less than half for the request's.
  public var headByteCount = 16 * 1_024
  /// Seconds that a connection may stay silent while data is expected.
  public var idleTimeout: UInt32 = 60
  /// Per whole head, from the connection's start or, plus `idleTimeout`, the last response.
  public var headTimeout = Duration.seconds(30)
  /// The time without progress after which a client that sends no more is considered gone.
  public var halfClosedTimeout = Duration.seconds(30)
  /// Bytes of the body discarded after an early response: a client may send all before it reads. A
  /// body with a larger `Content-Length` is not read: the connection is closed after the response.
  public var discardedByteCount = 4 * 1_024 * 1_024
  /// `nil` for the number of processors, up to four.
  public var threadCount: Int?

  public init() {}
}

/// A certificate chain and its key, both in PEM format.
public struct HTTPCertificate: Sendable {
  let chain: String
  let key: String

  public init(chain: String, key: String) {
    self.chain = chain
    self.key = key
  }
}

public enum HTTPServerError: Error, Equatable {
  case cannotListen(address: String, reason: String)
  case notAListener(reason: String)
  case notAnAddress(String)
  case noLibrary(reason: String)
  case cannotStart
}

extension HTTPServerError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cannotListen(let address, let reason):
      "cannot listen on \(address): \(reason)"
    case .notAnAddress(let text):
      "'\(text)' is not an IP address: use one such as 127.0.0.1 or ::1"
    case .notAListener(let reason):
      "\(reason): check the socket unit, or start the server without it"
    case .noLibrary(let reason):
      "the server cannot be started: \(reason)"
    case .cannotStart:
      "the server cannot be started: check that the certificate and its key match"
    }
  }
}
