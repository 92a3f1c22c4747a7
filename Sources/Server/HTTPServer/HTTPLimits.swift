/// What clients may ask of a server at most.
public struct HTTPLimits: Hashable, Sendable {
  /// How many connections there may be at once, and how many of one address, which all clients of a
  /// proxy have.
  public var connectionCount = 10_000
  public var connectionCountOfAddress = 5_000
  /// How much memory a connection has for the head of a request and for that of its answer, in
  /// bytes. A request's may be a little less than half as long: less would not do for what proxies
  /// add that ask who somebody is.
  public var headByteCount = 16 * 1_024
  /// For how many seconds a connection may send nothing that is waited for.
  public var silence: UInt32 = 60
  /// How much of a body is read to no purpose, in bytes, where the answer came before its end. The
  /// client may not read what it is told before it has sent all of it.
  public var discardedByteCount = 4 * 1_024 * 1_024
  /// How many threads wait for connections; as many as there are processors, up to four, for `nil`.
  public var threadCount: Int?

  public init() {}
}

/// What a server shows of itself where connections are encrypted.
public struct HTTPCertificate: Sendable {
  /// The certificate, and those that it builds on, and its key, as texts in the PEM format.
  let chain: String
  let key: String

  /// - Parameters:
  ///   - chain: The certificate and those that it builds on, as text in the PEM format.
  ///   - key: Its key, as text in the PEM format.
  public init(chain: String, key: String) {
    self.chain = chain
    self.key = key
  }
}

/// Why a server could not be started.
public enum HTTPServerError: Error, Equatable {
  /// The address cannot be listened on, for the system's reason.
  case cannotListen(address: String, reason: String)
  /// What was handed over to listen on cannot be.
  case notAListener(reason: String)
  /// The address is none that this machine understands.
  case notAnAddress(String)
  /// The library for it cannot be loaded. `reason` says what is missing, and what to do.
  case noLibrary(reason: String)
  /// The library would not start: most often because a certificate and its key do not fit.
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
