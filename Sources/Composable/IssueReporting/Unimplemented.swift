/// A placeholder value that reports an issue at once.
///
/// - Parameters:
///   - description: The name of the unimplemented value.
///   - placeholder: The value to continue with.
///   - fileID: The file of the issue.
///   - filePath: The path of that file.
///   - function: The function, used in the message without a description.
///   - line: The line of the issue.
///   - column: The column of the issue.
/// - Returns: The placeholder.
public func unimplemented<Result>(
  _ description: @autoclosure () -> String = "",
  placeholder: @autoclosure () -> Result,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  function: StaticString = #function,
  line: UInt = #line,
  column: UInt = #column
) -> Result {
  UnimplementedSite(
    fileID: fileID, filePath: filePath, function: function, line: line, column: column
  )
  .report(description(), arguments: [])
  return placeholder()
}

/// A closure that reports an issue on each call, with the endpoint, its arguments, and its
/// declaration, and then returns the placeholder.
///
/// ```swift
/// extension AudioPlayerClient {
///   static let unimplemented = Self(
///     pause: IssueReporting.unimplemented("AudioPlayerClient.pause"),
///     volume: IssueReporting.unimplemented("AudioPlayerClient.volume", placeholder: 1)
///   )
/// }
/// ```
///
/// Accepts any number of arguments of any types.
///
/// - Parameters:
///   - description: The name of the endpoint.
///   - placeholder: The closure's result. Not needed if it returns nothing.
///   - fileID: The file of the issue.
///   - filePath: The path of that file.
///   - function: The function, used in the message without a description.
///   - line: The line of the issue.
///   - column: The column of the issue.
/// - Returns: The closure.
public func unimplemented<each Argument, Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  placeholder: @autoclosure @escaping @Sendable () -> Result = (),
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
    return placeholder()
  }
}

/// A throwing closure that reports an issue each time it is called, and throws
/// ``UnimplementedFailure``.
///
/// - Parameters:
///   - description: The name of the endpoint.
///   - fileID: The file of the issue.
///   - filePath: The path of that file.
///   - function: The function, used in the message without a description.
///   - line: The line of the issue.
///   - column: The column of the issue.
/// - Returns: The closure.
public func unimplemented<each Argument, Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  function: StaticString = #function,
  line: UInt = #line,
  column: UInt = #column
) -> @Sendable (repeat each Argument) throws -> Result {
  let site = UnimplementedSite(
    fileID: fileID, filePath: filePath, function: function, line: line, column: column)
  return { (argument: repeat each Argument) throws in
    site.report(description(), arguments: descriptions(repeat each argument))
    throw UnimplementedFailure(description: site.name(description()))
  }
}

/// An asynchronous closure that reports an issue each time it is called, and returns the
/// placeholder.
///
/// - Parameters:
///   - description: The name of the endpoint.
///   - placeholder: The closure's result. Not needed if it returns nothing.
///   - fileID: The file of the issue.
///   - filePath: The path of that file.
///   - function: The function, used in the message without a description.
///   - line: The line of the issue.
///   - column: The column of the issue.
/// - Returns: The closure.
public func unimplemented<each Argument, Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  placeholder: @autoclosure @escaping @Sendable () -> Result = (),
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
    return placeholder()
  }
}

/// An asynchronous throwing closure that reports an issue each time it is called, and throws
/// ``UnimplementedFailure``.
///
/// - Parameters:
///   - description: The name of the endpoint.
///   - fileID: The file of the issue.
///   - filePath: The path of that file.
///   - function: The function, used in the message without a description.
///   - line: The line of the issue.
///   - column: The column of the issue.
/// - Returns: The closure.
public func unimplemented<each Argument, Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  function: StaticString = #function,
  line: UInt = #line,
  column: UInt = #column
) -> @Sendable (repeat each Argument) async throws -> Result {
  let site = UnimplementedSite(
    fileID: fileID, filePath: filePath, function: function, line: line, column: column)
  return { (argument: repeat each Argument) async throws in
    site.report(description(), arguments: descriptions(repeat each argument))
    throw UnimplementedFailure(description: site.name(description()))
  }
}

/// A throwing closure that reports an issue each time it is called, and throws a failure of the
/// caller's choice.
///
/// - Parameters:
///   - description: The name of the endpoint.
///   - failure: The error to throw.
///   - fileID: The file of the issue.
///   - filePath: The path of that file.
///   - function: The function, used in the message without a description.
///   - line: The line of the issue.
///   - column: The column of the issue.
/// - Returns: The closure.
public func unimplemented<each Argument, Failure: Error, Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  throwing failure: @autoclosure @escaping @Sendable () -> Failure,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  function: StaticString = #function,
  line: UInt = #line,
  column: UInt = #column
) -> @Sendable (repeat each Argument) throws(Failure) -> Result {
  let site = UnimplementedSite(
    fileID: fileID, filePath: filePath, function: function, line: line, column: column)
  return { (argument: repeat each Argument) throws(Failure) in
    site.report(description(), arguments: descriptions(repeat each argument))
    throw failure()
  }
}

/// An asynchronous throwing closure that reports an issue each time it is called, and throws a
/// failure of the caller's choice.
///
/// - Parameters:
///   - description: The name of the endpoint.
///   - failure: The error to throw.
///   - fileID: The file of the issue.
///   - filePath: The path of that file.
///   - function: The function, used in the message without a description.
///   - line: The line of the issue.
///   - column: The column of the issue.
/// - Returns: The closure.
public func unimplemented<each Argument, Failure: Error, Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  throwing failure: @autoclosure @escaping @Sendable () -> Failure,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  function: StaticString = #function,
  line: UInt = #line,
  column: UInt = #column
) -> @Sendable (repeat each Argument) async throws(Failure) -> Result {
  let site = UnimplementedSite(
    fileID: fileID, filePath: filePath, function: function, line: line, column: column)
  return { (argument: repeat each Argument) async throws(Failure) in
    site.report(description(), arguments: descriptions(repeat each argument))
    throw failure()
  }
}
