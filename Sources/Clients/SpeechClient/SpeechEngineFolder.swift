/// A folder that a speech engine needs, or its program.
public struct SpeechEngineFolder: Equatable, Sendable {
  /// What it is, such as `engine folder`.
  public var name: String
  /// Why it is there, for a person who wonders.
  public var origin: String
  /// Where it is, or would be.
  public var path: String

  /// Creates a value from its properties.
  public init(name: String, path: String, origin: String) {
    self.name = name
    self.origin = origin
    self.path = path
  }
}
