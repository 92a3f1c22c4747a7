public struct SpeechDevice: Equatable, Sendable {
  /// Such as `cpu` or `cuda`.
  public var name: String
  public var precision: String?
  public var reason: String?

  public init(name: String, precision: String? = nil, reason: String? = nil) {
    self.name = name
    self.precision = precision
    self.reason = reason
  }

  public var text: String {
    "\(name.uppercased())\(precision.map { " with \($0)" } ?? "")\(reason.map { ": \($0)" } ?? "")"
  }
}
