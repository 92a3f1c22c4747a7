import IssueReporting

/// Runs an operation with the dependencies of a model, some of them changed.
///
/// A parent uses it to create a child with the same dependencies:
///
/// ```swift
/// destination = withDependencies(from: self) {
///   $0.apiClient = .cached
/// } operation: {
///   .detail(DetailModel())
/// }
/// ```
///
/// The dependencies of a model are those of the scope in which it was created. They are known if it
/// has a `@Dependency` property, or if `withDependencies` returned it. Any other model is reported,
/// and the operation runs with the current values.
///
/// - Parameters:
///   - model: The object whose dependencies the operation inherits.
///   - updateValuesForOperation: Overrides the inherited values for the operation.
///   - operation: The work to do with them.
///   - fileID: The source `#fileID` of the call, for issues.
///   - filePath: The source `#filePath` of the call.
///   - line: The source `#line` of the call.
///   - column: The source `#column` of the call.
/// - Returns: The result of `operation`.
@discardableResult
public func withDependencies<Model: AnyObject, R>(
  from model: Model,
  _ updateValuesForOperation: (inout DependencyValues) throws -> Void,
  operation: () throws -> R,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) rethrows -> R {
  let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
  guard let values = values(of: model, from: site)
  else { return try withDependencies(updateValuesForOperation, operation: operation) }
  return try withDependencies {
    $0 = values.merging($0)
    try updateValuesForOperation(&$0)
  } operation: {
    try operation()
  }
}

/// Runs an operation with the dependencies of a model.
///
/// - Parameters:
///   - model: The object whose dependencies the operation inherits.
///   - operation: The work to do with them.
///   - fileID: The source `#fileID` of the call, for issues.
///   - filePath: The source `#filePath` of the call.
///   - line: The source `#line` of the call.
///   - column: The source `#column` of the call.
/// - Returns: The result of `operation`.
@discardableResult
public func withDependencies<Model: AnyObject, R>(
  from model: Model,
  operation: () throws -> R,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) rethrows -> R {
  try withDependencies(
    from: model, { _ in }, operation: operation,
    fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Runs an asynchronous operation with the dependencies of a model, some of them changed.
///
/// - Parameters:
///   - model: The object whose dependencies the operation inherits.
///   - isolation: The isolation of the operation, by default the caller's.
///   - updateValuesForOperation: Overrides the inherited values for the operation.
///   - operation: The work to do with them.
///   - fileID: The source `#fileID` of the call, for issues.
///   - filePath: The source `#filePath` of the call.
///   - line: The source `#line` of the call.
///   - column: The source `#column` of the call.
/// - Returns: The result of `operation`.
@discardableResult
public func withDependencies<Model: AnyObject, R>(
  from model: Model,
  isolation: isolated (any Actor)? = #isolation,
  _ updateValuesForOperation: (inout DependencyValues) async throws -> Void,
  operation: () async throws -> R,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async rethrows -> R {
  let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
  guard let values = values(of: model, from: site)
  else {
    return try await withDependencies(
      isolation: isolation, updateValuesForOperation, operation: operation)
  }
  return try await withDependencies(isolation: isolation) {
    $0 = values.merging($0)
    try await updateValuesForOperation(&$0)
  } operation: {
    try await operation()
  }
}

/// Runs an asynchronous operation with the dependencies of a model.
///
/// - Parameters:
///   - model: The object whose dependencies the operation inherits.
///   - isolation: The isolation of the operation, by default the caller's.
///   - operation: The work to do with them.
///   - fileID: The source `#fileID` of the call, for issues.
///   - filePath: The source `#filePath` of the call.
///   - line: The source `#line` of the call.
///   - column: The source `#column` of the call.
/// - Returns: The result of `operation`.
@discardableResult
public func withDependencies<Model: AnyObject, R>(
  from model: Model,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> R,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async rethrows -> R {
  try await withDependencies(
    from: model, isolation: isolation, { _ in }, operation: operation,
    fileID: fileID, filePath: filePath, line: line, column: column)
}

private func values<Model: AnyObject>(
  of model: Model, from site: SourceSite
) -> DependencyValues? {
  if let values = DependencyObjects.shared.values(of: model) { return values }
  site.report(
    """
    The dependencies of '\(sourceName(of: Model.self))' are not known, so they cannot be passed \
    on. Create it inside 'withDependencies' and return it from there, or give it a '@Dependency' \
    property.
    """)
  return nil
}
