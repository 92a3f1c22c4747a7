/// Runs an operation with some dependencies changed.
///
/// ```swift
/// withDependencies {
///   $0.uuid = .incrementing
///   $0.date.now = Date(timeIntervalSince1970: 0)
/// } operation: {
///   FeatureModel()
/// }
/// ```
///
/// The change applies to the operation, the tasks it starts (except detached ones), and the
/// `@Dependency` properties of objects that it creates, and ends with the operation.
///
/// - Parameters:
///   - updateValuesForOperation: Overrides values for the operation.
///   - operation: The work to do with the changed values.
/// - Returns: The result of `operation`. Objects in it can be passed to
///   ``withDependencies(from:operation:fileID:filePath:line:column:)``.
@discardableResult
public func withDependencies<R>(
  _ updateValuesForOperation: (inout DependencyValues) throws -> Void,
  operation: () throws -> R
) rethrows -> R {
  let inForce = DependencyValues.inForce
  var values = inForce
  try values.set(updateValuesForOperation)
  values.putInForce(replacing: inForce)
  let result = try DependencyValues.$_current.withValue(values, operation: operation)
  DependencyObjects.shared.remember(values, for: result)
  return result
}

/// Runs an asynchronous operation with some dependencies changed.
///
/// - Parameters:
///   - isolation: The isolation of the operation, by default the caller's.
///   - updateValuesForOperation: Overrides values for the operation.
///   - operation: The work to do with the changed values.
/// - Returns: The result of `operation`.
@discardableResult
public func withDependencies<R>(
  isolation: isolated (any Actor)? = #isolation,
  _ updateValuesForOperation: (inout DependencyValues) async throws -> Void,
  operation: () async throws -> R
) async rethrows -> R {
  let inForce = DependencyValues.inForce
  var values = inForce
  try await values.set(isolation: isolation, updateValuesForOperation)
  values.putInForce(replacing: inForce)
  let result = try await DependencyValues.$_current.withValue(
    values, operation: operation, isolation: isolation)
  DependencyObjects.shared.remember(values, for: result)
  return result
}

extension DependencyValues {
  /// Sets values. A read in the closure, through `@Dependency` too, is not a use of a dependency.
  mutating func set(_ updateValues: (inout Self) throws -> Void) rethrows {
    purpose = .setting
    try Self.$_current.withValue(self) { try updateValues(&self) }
  }

  /// Sets values asynchronously.
  mutating func set(
    isolation: isolated (any Actor)? = #isolation,
    _ updateValues: (inout Self) async throws -> Void
  ) async rethrows {
    purpose = .setting
    try await Self.$_current.withValue(
      self, operation: { try await updateValues(&self) }, isolation: isolation)
  }

  /// Ends the changes. Values that replaced all others still belong to the same test.
  fileprivate mutating func putInForce(replacing previous: Self) {
    purpose = .reading
    site = nil
    if cache == nil { cache = previous.cache }
  }
}
