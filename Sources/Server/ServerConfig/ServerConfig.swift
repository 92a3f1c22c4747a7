public import NetworkAddresses

public struct ServerConfig: Equatable, Sendable {
  /// The audio store of the libraries in ``database``: `s3://BUCKET/PREFIX`, or a folder.
  public var audio: String?
  public var certificate: String?
  public var database: String?
  public var host = "127.0.0.1"
  public var allowsLocalAccessWithoutToken = false
  public var allowsPlainHTTP = false
  public var jobs = 1
  public var key: String?
  /// Folders; if empty, the user's own library, or none with ``database``.
  public var libraries: [String] = []
  public var names: Set<String> = []
  public var origins: Set<String> = []
  public var port: UInt16 = 8080
  public var proxies: [IPNetwork] = []
  /// Requests per second for each token; 0 for no limit.
  public var rateLimit = 1_000
  public var wyoming: String?

  public init() {}
}
