public struct ParsedArguments: Sendable {
  public let commandPath: [String]
  public let refusedOptions: [String: String]
  public let traits: Set<CommandTrait>
  var values: [String: [any Sendable]]

  /// Traps for an argument that the command does not have.
  public subscript<Output>(parameter: Parameter<Output>) -> Output {
    guard let value = parameter.read(values[parameter.specification.label] ?? [])
    else {
      preconditionFailure(
        "\(commandPath.joined(separator: " ")) has no argument \(parameter.specification.label)")
    }
    return value
  }

  public func isGiven(_ parameter: some CommandParameter) -> Bool {
    values[parameter.specification.label]?.isEmpty == false
  }
}
