/// What a client has to know of a server before it uses it.
public struct ServerDescription: Codable, Equatable, Sendable {
  /// A library that the client's token opens.
  public struct Library: Codable, Equatable, Sendable {
    /// Tells it from the server's others, and stays the same.
    public var id: String
    public var name: String

    public init(id: String, name: String) {
      self.id = id
      self.name = name
    }
  }

  /// What recognizes speech.
  public struct Engine: Codable, Equatable, Sendable {
    /// Whether it can be used now.
    public var isReady: Bool
    /// The weights that are used where a client names none.
    public var model: String?
    /// The weights that a client can name.
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

  /// What a client may ask for at most.
  public struct Limits: Codable, Equatable, Sendable {
    /// Of a request that is read as a whole.
    public var bodyByteCount: Int
    /// On one page of the list.
    public var memoCount: Int
    /// In one request about several.
    public var memoIDCount: Int
    /// Of one token; `nil` where none are counted.
    public var requestsPerSecond: Int?
    /// Of the sound of a memo.
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

  /// The token that is shown.
  public struct Token: Codable, Equatable, Sendable {
    /// `nil` for a program of the server's machine that needs none.
    public var name: String?
    public var scopes: [String]

    public init(name: String?, scopes: [String]) {
      self.name = name
      self.scopes = scopes
    }
  }

  public var engine: Engine
  /// What the server can do that others of its kind, or older ones, cannot.
  public var features: [String]
  public var libraries: [Library]
  public var limits: Limits
  public var token: Token
  public var version: String

  public init(
    version: String, libraries: [Library], token: Token, limits: Limits, engine: Engine,
    features: [String]
  ) {
    self.engine = engine
    self.features = features
    self.libraries = libraries
    self.limits = limits
    self.token = token
    self.version = version
  }
}
