/// What a user gave to a command, by its parameters.
public struct ParsedArguments: Sendable {
  /// The names of the command and those above it: `["speechmemo", "export"]`.
  public let commandPath: [String]
  /// Reasons why options cannot be used with the command, by the options' names.
  public let refusedOptions: [String: String]
  var values: [String: [any Sendable]]

  /// The value of an option or argument of the command or of one above it.
  ///
  /// Asking for an argument that the command does not have is a mistake in the program, and there
  /// is no value that could stand in for it.
  public subscript<Output>(parameter: Parameter<Output>) -> Output {
    guard let value = parameter.read(values[parameter.specification.label] ?? [])
    else {
      preconditionFailure(
        "\(commandPath.joined(separator: " ")) has no argument \(parameter.specification.label)")
    }
    return value
  }

  /// Whether the option or argument was given, whatever its value.
  public func isGiven(_ parameter: some CommandParameter) -> Bool {
    values[parameter.specification.label]?.isEmpty == false
  }
}
