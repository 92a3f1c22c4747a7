/// Runs one run of a test with its own default values, and with overrides.
///
/// - Parameters:
///   - updateValues: Sets the overrides.
///   - operation: The test.
package func withDependencyTestScope(
  _ updateValues: (inout DependencyValues) async throws -> Void,
  operation: () async throws -> Void
) async rethrows {
  var (values, cache) = DependencyValues.newTestScope()
  try await values.set(updateValues)
  values.putInForce(with: cache)
  try await DependencyValues.$_current.withValue(values, operation: operation)
}

/// Runs a synchronous operation with its own default values, and with overrides.
///
/// - Parameters:
///   - updateValues: Sets the overrides.
///   - operation: The work.
package func withDependencyTestScope(
  _ updateValues: (inout DependencyValues) throws -> Void,
  operation: () throws -> Void
) rethrows {
  var (values, cache) = DependencyValues.newTestScope()
  try values.set(updateValues)
  values.putInForce(with: cache)
  try DependencyValues.$_current.withValue(values, operation: operation)
}

extension DependencyValues {
  /// The values in force, with a new cache of default values.
  fileprivate static func newTestScope() -> (values: Self, cache: DependencyCache) {
    var values = _current
    let cache = DependencyCache(base: values.overrides)
    values.cache = cache
    return (values, cache)
  }

  /// Ends the changes. Default values are computed with these overrides.
  fileprivate mutating func putInForce(with cache: DependencyCache) {
    purpose = .reading
    self.cache = cache
    cache.base = overrides
  }
}
