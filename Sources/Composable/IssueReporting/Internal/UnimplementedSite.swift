/// The location where an unimplemented endpoint was declared.
struct UnimplementedSite: Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let function: StaticString
  let line: UInt
  let column: UInt

  func name(_ description: String) -> String {
    description.isEmpty ? "\(function)" : description
  }

  /// Reports a call of the endpoint at its declaration, unless `withIssueContext` names the caller.
  func report(_ description: String, arguments: [String]) {
    let arguments = arguments.isEmpty ? "" : " with (\(arguments.joined(separator: ", ")))"
    let message = """
      Unimplemented: '\(name(description))' was called\(arguments), but nothing implements it. Give \
      it an implementation where it is used. It is declared at \(fileID):\(line).
      """
    reportIssue(message, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// The arguments of a call, for a message.
func descriptions<each Argument>(_ argument: repeat each Argument) -> [String] {
  var result: [String] = []
  for value in repeat each argument {
    result.append(String(reflecting: value))
  }
  return result
}
