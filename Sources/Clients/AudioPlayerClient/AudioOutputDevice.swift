/// Something that sound can be played to.
public struct AudioOutputDevice: Equatable, Identifiable, Sendable {
  /// The sound server's name for it, which stays the same from day to day.
  public var id: String
  /// Whether sound is played to it unless another is chosen.
  public var isDefault: Bool
  /// Whether it is switched off.
  public var isMuted: Bool
  /// What a person calls it.
  public var name: String

  /// Creates a value from its properties.
  public init(id: String, isDefault: Bool = false, isMuted: Bool = false, name: String) {
    self.id = id
    self.isDefault = isDefault
    self.isMuted = isMuted
    self.name = name
  }
}
