/// Weights that an engine knows by name.
public struct SpeechModel: Equatable, Sendable {
  /// What the engine knows them by, such as `tiny.en`.
  public var name: String
  /// Where they are; `nil` while they are not on this machine. An engine fetches them when they
  /// are first used.
  public var folder: String?

  /// Creates a value from its properties.
  public init(name: String, folder: String? = nil) {
    self.name = name
    self.folder = folder
  }

  /// Whether they are on this machine.
  public var isInstalled: Bool { folder != nil }
}
