/// A source or a sink of the sound server.
public struct PulseDevice: Equatable, Sendable {
  /// What a person calls it.
  public var description: String
  /// Whether it is the server's default.
  public var isDefault: Bool
  /// Whether it is a source that gives what a sink plays.
  public var isMonitor: Bool
  /// Whether it is switched off.
  public var isMuted: Bool
  /// The server's name for it.
  public var name: String

  public init(
    description: String, isDefault: Bool = false, isMonitor: Bool = false, isMuted: Bool = false,
    name: String
  ) {
    self.description = description
    self.isDefault = isDefault
    self.isMonitor = isMonitor
    self.isMuted = isMuted
    self.name = name
  }
}
