/// A closure that reports an issue when it is called, and then stops the program, having nothing to
/// return.
///
/// - Parameters:
///   - description: The name of the endpoint.
///   - fileID: The file of the issue.
///   - filePath: The path of that file.
///   - function: The function, used in the message without a description.
///   - line: The line of the issue.
///   - column: The column of the issue.
/// - Returns: The closure.
@available(*, deprecated, message: "Pass a 'placeholder', so that a call does not end the program.")
@_disfavoredOverload
public func unimplemented<each Argument, Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  function: StaticString = #function,
  line: UInt = #line,
  column: UInt = #column
) -> @Sendable (repeat each Argument) -> Result {
  let site = UnimplementedSite(
    fileID: fileID, filePath: filePath, function: function, line: line, column: column)
  return { (argument: repeat each Argument) in
    site.report(description(), arguments: descriptions(repeat each argument))
    site.stop(description())
  }
}

/// An asynchronous closure that reports an issue when it is called, and then stops the program,
/// having nothing to return.
///
/// - Parameters:
///   - description: The name of the endpoint.
///   - fileID: The file of the issue.
///   - filePath: The path of that file.
///   - function: The function, used in the message without a description.
///   - line: The line of the issue.
///   - column: The column of the issue.
/// - Returns: The closure.
@available(*, deprecated, message: "Pass a 'placeholder', so that a call does not end the program.")
@_disfavoredOverload
public func unimplemented<each Argument, Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  function: StaticString = #function,
  line: UInt = #line,
  column: UInt = #column
) -> @Sendable (repeat each Argument) async -> Result {
  let site = UnimplementedSite(
    fileID: fileID, filePath: filePath, function: function, line: line, column: column)
  return { (argument: repeat each Argument) async in
    site.report(description(), arguments: descriptions(repeat each argument))
    site.stop(description())
  }
}

extension UnimplementedSite {
  fileprivate func stop(_ description: String) -> Never {
    fatalError(
      """
      Unimplemented: '\(name(description))' was called and has no placeholder to return. Pass \
      'unimplemented' a placeholder.
      """,
      file: filePath, line: line)
  }
}
