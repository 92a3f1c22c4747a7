public import Forwarding

/// How a server is set up: by its environment, by a command line, or by both.
public struct ServerConfig: Equatable, Sendable {
  /// Where the sound of the libraries in ``database`` is: `s3://BUCKET/PREFIX`, or a folder.
  public var audio: String?
  /// The file of the certificate, and of its key, in the PEM format.
  public var certificate: String?
  /// A database with many libraries, such as `postgres://speechmemo@db.example/memos`.
  public var database: String?
  /// An address of this machine, in digits.
  public var host = "127.0.0.1"
  /// Whether programs of this machine need no token.
  public var isOpenOnLoopback = false
  /// Whether whoever listens in between may hear everything.
  public var isPlainBeyondLoopback = false
  /// How many memos of a library are transcribed at once.
  public var jobs = 1
  public var key: String?
  /// The folders of the libraries; none for the one of the current person.
  public var libraries: [String] = []
  /// By which clients know this machine.
  public var names: Set<String> = []
  /// The pages that may use OpenAI's addresses.
  public var origins: Set<String> = []
  /// 0 for one that is free.
  public var port: UInt16 = 8080
  public var proxies: [IPNetwork] = []
  /// How many requests a second a token may be used for; 0 for any number.
  public var rateLimit = 1_000
  /// Where Home Assistant finds speech recognition, as `tcp://HOST:PORT`.
  public var wyoming: String?

  public init() {}
}
