public struct PulseDevice: Equatable, Sendable {
  public var description: String
  public var isDefault = false
  public var isMonitor = false
  public var isMuted: Bool
  public var name: String
}
