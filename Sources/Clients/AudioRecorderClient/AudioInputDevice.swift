public struct AudioInputDevice: Equatable, Identifiable, Sendable {
  /// The sound server's name for the device, which stays the same over time.
  public var id: String
  public var isDefault: Bool
  /// True for a loudspeaker's output, false for a microphone.
  public var isMonitor: Bool
  public var isMuted: Bool
  public var name: String

  public init(
    id: String, isDefault: Bool = false, isMonitor: Bool = false, isMuted: Bool = false,
    name: String
  ) {
    self.id = id
    self.isDefault = isDefault
    self.isMonitor = isMonitor
    self.isMuted = isMuted
    self.name = name
  }
}
