/// Runs one run of one test with default values of its own, and with overrides for all of it.
///
/// - Parameters:
///   - updateValues: Sets the overrides.
///   - operation: The test.
package func withDependencyTestScope(
  _ updateValues: (inout DependencyValues) throws -> Void,
  operation: () async throws -> Void
) async rethrows {
  var values = DependencyValues._current
  let cache = DependencyCache(base: values.overrides)
  values.cache = cache
  values.purpose = .setting
  try updateValues(&values)
  values.purpose = .reading
  values.cache = cache
  cache.base = values.overrides
  try await DependencyValues.$_current.withValue(values, operation: operation)
}
