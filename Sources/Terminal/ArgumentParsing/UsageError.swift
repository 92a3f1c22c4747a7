/// An invalid command line. The program prints `description` and exits with ``ExitCode/usage``.
public struct UsageError: Error, Equatable, CustomStringConvertible, Sendable {
  public let command: String
  public let message: String

  public init(command: String, message: String) {
    self.command = command
    self.message = message
  }

  public var description: String {
    "\(command): \(message)\(message.hasSuffix("?") ? "" : ".") See '\(command) --help'."
  }
}
