/// Runs one run of a test with its own default values, and with overrides.
///
/// - Parameters:
///   - updateValues: Sets the overrides.
///   - operation: The test.
package func withDependencyTestScope(
  _ updateValues: (inout DependencyValues) throws -> Void,
  operation: () async throws -> Void
) async rethrows {
  try await DependencyValues.$_current.withValue(
    .testScope(updateValues), operation: operation)
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
  try DependencyValues.$_current.withValue(.testScope(updateValues), operation: operation)
}

extension DependencyValues {
  fileprivate static func testScope(_ updateValues: (inout Self) throws -> Void) rethrows -> Self {
    var values = _current
    let cache = DependencyCache(base: values.overrides)
    values.cache = cache
    try values.set(updateValues)
    values.purpose = .reading
    values.cache = cache
    cache.base = values.overrides
    return values
  }
}
