public import SharedModels

public struct SpeechEngineStatus: Equatable, Sendable {
  public var authorization: SpeechAuthorizationStatus
  public var device: SpeechDevice?
  public var engine: TranscriptionEngine?
  public var location: String
  public var model: String?
  public var modelLocation: String?
  /// Models the engine knows by name, installed or not, the default first.
  public var models: [SpeechModel]
  public var server: SpeechServer?
  public var speakerWeights: [SpeakerWeights]
  public var failure: SpeechClient.Failure?

  public init(
    authorization: SpeechAuthorizationStatus = .notDetermined,
    device: SpeechDevice? = nil,
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
    self.device = device
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

public struct SpeechServer: Equatable, Sendable {
  public var name: String
  public var isOnThisMachine: Bool

  public init(name: String, isOnThisMachine: Bool) {
    self.name = name
    self.isOnThisMachine = isOnThisMachine
  }
}
