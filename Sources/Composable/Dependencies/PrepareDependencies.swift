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
/// A dependency can't be prepared after it was read, prepared, or overridden: that reports an issue
/// and keeps the value. In a preview, preparing replaces a value that was read, and keeps one that
/// was prepared, without an issue. In a test, the values are set for that test only.
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
