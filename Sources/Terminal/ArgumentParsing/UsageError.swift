/// A command line that cannot be understood. `description` is the one line to print to standard
/// error; the program then ends with ``ExitCode/usage``.
public struct UsageError: Error, Equatable, CustomStringConvertible, Sendable {
  /// The command that was meant, as far as it was understood: `speechmemo export`.
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
