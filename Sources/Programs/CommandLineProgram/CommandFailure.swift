/// Why a command did not do what it was asked to, in one line for the user.
public struct CommandFailure: Error, Equatable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) {
    self.description = description
  }

  /// The command has said all there is to say about what went wrong.
  public static let alreadyReported = CommandFailure("")
}
