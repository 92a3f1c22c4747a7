public struct ServerDescription: Codable, Equatable, Sendable {
  public struct Library: Codable, Equatable, Sendable {
    /// Stable, and unique on this server.
    public var id: String
    public var name: String

    public init(id: String, name: String) {
      self.id = id
      self.name = name
    }
  }

  public struct Engine: Codable, Equatable, Sendable {
    public var isReady: Bool
    public var model: String?
    public var models: [String]
    public var name: String?
    public var version: String?

    public init(
      isReady: Bool, name: String? = nil, version: String? = nil, model: String? = nil,
      models: [String] = []
    ) {
      self.isReady = isReady
      self.model = model
      self.models = models
      self.name = name
      self.version = version
    }
  }

  public struct Limits: Codable, Equatable, Sendable {
    public var bodyByteCount: Int
    public var memoCount: Int
    public var memoIDCount: Int
    public var requestsPerSecond: Int?
    public var uploadByteCount: Int64

    public init(
      bodyByteCount: Int, memoCount: Int, memoIDCount: Int, requestsPerSecond: Int?,
      uploadByteCount: Int64
    ) {
      self.bodyByteCount = bodyByteCount
      self.memoCount = memoCount
      self.memoIDCount = memoIDCount
      self.requestsPerSecond = requestsPerSecond
      self.uploadByteCount = uploadByteCount
    }
  }

  public struct Token: Codable, Equatable, Sendable {
    /// `nil` for a local program that needs no token.
    public var name: String?
    public var scopes: [String]

    public init(name: String?, scopes: [String]) {
      self.name = name
      self.scopes = scopes
    }
  }

  /// Rises when a change can break a client; see docs/api.md.
  public static let currentAPIVersion = 1

  public var apiVersion: Int
  public var engine: Engine
  public var features: [String]
  /// The codes of the languages that audio can be transcribed in.
  public var languages: [String]
  public var libraries: [Library]
  public var limits: Limits
  public var token: Token
  public var version: String

  public init(
    version: String, libraries: [Library], token: Token, limits: Limits, engine: Engine,
    features: [String], languages: [String], apiVersion: Int = Self.currentAPIVersion
  ) {
    self.apiVersion = apiVersion
    self.engine = engine
    self.features = features
    self.languages = languages
    self.libraries = libraries
    self.limits = limits
    self.token = token
    self.version = version
  }
}
