public struct CommandFailure: Error, Equatable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) {
    self.description = description
  }

  /// Exits with a failure without another message.
  public static let alreadyReported = CommandFailure("")
}
