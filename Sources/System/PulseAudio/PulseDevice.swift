public struct PulseDevice: Equatable, Sendable {
  public var description: String
  public var isDefault = false
  public var isMonitor: Bool
  public var isMuted: Bool
  public var name: String

  public init(
    description: String, isMonitor: Bool = false, isMuted: Bool = false, name: String
  ) {
    self.description = description
    self.isMonitor = isMonitor
    self.isMuted = isMuted
    self.name = name
  }
}
