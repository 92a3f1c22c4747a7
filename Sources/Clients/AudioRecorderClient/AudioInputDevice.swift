/// Something that sound can be recorded from.
public struct AudioInputDevice: Equatable, Identifiable, Sendable {
  /// The sound server's name for it, which stays the same from day to day.
  public var id: String
  /// Whether recordings come from it unless another is chosen.
  public var isDefault: Bool
  /// Whether it is what a loudspeaker plays, not a microphone.
  public var isMonitor: Bool
  /// Whether it is switched off, so that it gives silence only.
  public var isMuted: Bool
  /// What a person calls it.
  public var name: String

  /// Creates a value from its properties.
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
