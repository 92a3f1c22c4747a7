import IssueReporting

/// Changes the value of a case. Fails the running test if the root is in another case, if the body
/// throws, or if it leaves an equatable value unchanged.
@available(*, deprecated, message: "Write 'root.modify(\\.name) { … }'")
public func XCTModify<Root: CasePathable, Value>(
  _ enum: inout Root, case keyPath: CaseKeyPath<Root, Value>,
  _ message: @autoclosure () -> String = "", _ body: (inout Value) throws -> Void,
  fileID: StaticString = #fileID, file filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) {
  modify(
    &`enum`, AnyCasePath(keyPath), message, body,
    SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Changes the value of a case. Fails the running test if the root is in another case, if the body
/// throws, or if it leaves an equatable value unchanged.
@_disfavoredOverload
@available(*, deprecated, message: "Write 'root.modify(\\.name) { … }'")
public func XCTModify<Root, Value>(
  _ enum: inout Root, case casePath: AnyCasePath<Root, Value>,
  _ message: @autoclosure () -> String = "", _ body: (inout Value) throws -> Void,
  fileID: StaticString = #fileID, file filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) {
  modify(
    &`enum`, casePath, message, body,
    SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Changes the value of an optional. Fails the running test if it is `nil`, if the body throws, or
/// if it leaves an equatable value unchanged.
@available(*, deprecated, message: "Write 'optional.modify(\\.some) { … }'")
public func XCTModify<Wrapped>(
  _ optional: inout Wrapped?, _ message: @autoclosure () -> String = "",
  _ body: (inout Wrapped) throws -> Void,
  fileID: StaticString = #fileID, file filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) {
  modify(
    &optional, Optional.allCasePaths.some, message, body,
    SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Returns the value of a case. Fails the running test and throws if the root is in another case.
@available(*, deprecated, message: "Write 'XCTUnwrap(root[case: \\.name])'")
public func XCTUnwrap<Root: CasePathable, Value>(
  _ enum: @autoclosure () throws -> Root, case keyPath: CaseKeyPath<Root, Value>,
  _ message: @autoclosure () -> String = "",
  fileID: StaticString = #fileID, file filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) throws -> Value {
  try unwrap(
    `enum`(), AnyCasePath(keyPath).extract, message,
    SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Returns the value of a case. Fails the running test and throws if the root is in another case.
@available(*, deprecated, message: "Write 'XCTUnwrap(root[case: \\.name])'")
public func XCTUnwrap<Root, Value>(
  _ enum: @autoclosure () throws -> Root, case casePath: AnyCasePath<Root, Value>,
  _ message: @autoclosure () -> String = "",
  fileID: StaticString = #fileID, file filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) throws -> Value {
  try unwrap(
    `enum`(), casePath.extract, message,
    SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// A function's result for a root. Fails the running test and throws if there is none.
@_disfavoredOverload
@available(*, deprecated, message: "Write 'XCTUnwrap(root[case: \\.name])'")
public func XCTUnwrap<Root, Value>(
  _ enum: @autoclosure () throws -> Root, case extract: (Root) -> Value?,
  _ message: @autoclosure () -> String = "",
  fileID: StaticString = #fileID, file filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) throws -> Value {
  try unwrap(
    `enum`(), extract, message,
    SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
}

extension SourceSite {
  fileprivate func report(_ text: String, message: () -> String) {
    let message = message()
    report(message.isEmpty ? text : "\(text) - \(message)")
  }
}

private func modify<Root, Value>(
  _ root: inout Root, _ path: AnyCasePath<Root, Value>, _ message: () -> String,
  _ body: (inout Value) throws -> Void, _ site: SourceSite
) {
  guard let before = path.extract(from: root)
  else {
    return site.report(
      "Expected a value of type '\(Value.self)' in '\(root)', which is in another case",
      message: message)
  }
  var value = before
  do {
    try body(&value)
  } catch {
    return site.report("Threw an error: \(error)", message: message)
  }
  if XCTModifyLocals.isExhaustive, areEqual(before, value) {
    site.report(
      "Expected the value of type '\(Value.self)' to change, but it did not", message: message)
  }
  root = path.embed(value)
}

/// The strictness of `XCTModify`.
package enum XCTModifyLocals {
  /// Whether an unchanged value fails the test. A test store that is not exhaustive clears it.
  @TaskLocal package static var isExhaustive = true
}

private func areEqual(_ lhs: Any, _ rhs: Any) -> Bool {
  func open<T: Equatable>(_ lhs: T) -> Bool { lhs == rhs as? T }
  return (lhs as? any Equatable).map { open($0) } ?? false
}

private func unwrap<Root, Value>(
  _ root: Root, _ extract: (Root) -> Value?, _ message: () -> String, _ site: SourceSite
) throws -> Value {
  guard let value = extract(root)
  else {
    site.report(
      "Expected a value of type '\(Value.self)' in '\(root)', which is in another case",
      message: message)
    throw CaseMismatch()
  }
  return value
}
