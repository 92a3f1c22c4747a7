public import SharedModels

/// What `doctor` tells about the speech engine.
public struct SpeechEngineStatus: Equatable, Sendable {
  /// Whether speech can be recognized.
  public var authorization: SpeechAuthorizationStatus
  /// The engine that answered; `nil` if none did.
  public var engine: TranscriptionEngine?
  /// Where the engine is, or where it was looked for.
  public var location: String
  /// The name of the default weights, such as `tiny.en`; `nil` if there are none.
  public var model: String?
  /// The folder of the default weights.
  public var modelLocation: String?
  /// The weights that the engine knows by name, its default first, those on this machine among
  /// them. Empty where the engine cannot be used, or knows none.
  public var models: [SpeechModel]
  /// The server that does the work; `nil` for an engine that is a process of this machine.
  public var server: SpeechServer?
  /// The weights by which the engine tells speakers apart; empty where it does not, or says nothing
  /// of them.
  public var speakerWeights: [SpeakerWeights]
  /// What is wrong and how to fix it; `nil` if all is well.
  public var failure: SpeechClient.Failure?

  /// Creates a value from its properties.
  public init(
    authorization: SpeechAuthorizationStatus = .notDetermined,
    engine: TranscriptionEngine? = nil,
    location: String = "",
    model: String? = nil,
    modelLocation: String? = nil,
    models: [SpeechModel] = [],
    server: SpeechServer? = nil,
    speakerWeights: [SpeakerWeights] = [],
    failure: SpeechClient.Failure? = nil
  ) {
    self.authorization = authorization
    self.engine = engine
    self.location = location
    self.model = model
    self.modelLocation = modelLocation
    self.models = models
    self.server = server
    self.speakerWeights = speakerWeights
    self.failure = failure
  }
}

/// A server that recognizes speech, to which all sound goes.
public struct SpeechServer: Equatable, Sendable {
  /// What it is called: its host, and its port where that is not the usual one.
  public var name: String
  /// Whether it runs on this machine, so that nothing that is said leaves it.
  public var isOnThisMachine: Bool

  /// Creates a value from its properties.
  public init(name: String, isOnThisMachine: Bool) {
    self.name = name
    self.isOnThisMachine = isOnThisMachine
  }
}
