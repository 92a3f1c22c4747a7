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
    speakerWeights: [SpeakerWeights] = [],
    failure: SpeechClient.Failure? = nil
  ) {
    self.authorization = authorization
    self.engine = engine
    self.location = location
    self.model = model
    self.modelLocation = modelLocation
    self.models = models
    self.speakerWeights = speakerWeights
    self.failure = failure
  }
}
