import Synchronization

/// Sets dependencies for the whole process, before they are first used.
///
/// Call it once, first thing in the program:
///
/// ```swift
/// prepareDependencies {
///   $0.databaseClient = .sqlite(at: folder)
/// }
/// ```
///
/// A dependency that was read, or prepared by an earlier call, or is overridden where the call is
/// made, cannot be prepared any more; that is reported and the value left alone. In a test the
/// values are set for that test only.
///
/// - Parameter updateValues: Sets the values.
/// - Returns: The result of `updateValues`.
@discardableResult
public func prepareDependencies<R>(
  _ updateValues: (inout DependencyValues) throws -> R
) rethrows -> R {
  var values = DependencyValues._current
  values.purpose = .preparing(preparations.add(1, ordering: .relaxed).newValue)
  return try updateValues(&values)
}

/// Identifies a call by its number.
private let preparations = Atomic<UInt64>(0)
