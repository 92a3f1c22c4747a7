public struct SpeechEngineFolder: Equatable, Sendable {
  public var name: String
  public var origin: String
  public var path: String

  public init(name: String, path: String, origin: String) {
    self.name = name
    self.origin = origin
    self.path = path
  }
}
