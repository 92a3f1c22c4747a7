public struct CommandFailure: Error, Equatable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) {
    self.description = description
  }

  public static let alreadyReported = CommandFailure("")
}
