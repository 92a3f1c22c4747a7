public import POSIX

/// A value protected by a lock, shared by tasks and threads.
///
/// ```swift
/// let isRecording = LockIsolated(false)
/// isRecording.setValue(true)
/// let count = LockIsolated(0)
/// count.withValue { $0 += 1 }
/// ```
///
/// Between a read and a write, other threads may change the value: use ``withValue(_:)`` for both.
/// It holds the lock throughout, so the operation must not use the same box again, which would
/// crash, and should neither call unknown code nor schedule work that may run immediately.
@dynamicMemberLookup
public final class LockIsolated<Value>: Sendable {
  @usableFromInline
  let mutex: Mutex<Value>

  /// Makes a box with a first value.
  @inlinable
  public init(_ value: @autoclosure @Sendable () throws -> Value) rethrows {
    mutex = Mutex(try value())
  }

  /// One property of the value, read under the lock.
  @inlinable
  public subscript<Subject: Sendable>(
    dynamicMember keyPath: any KeyPath<Value, Subject> & Sendable
  ) -> Subject {
    mutex.withLock { $0[keyPath: keyPath] }
  }

  /// Reads or changes the value under the lock.
  ///
  /// - Parameter operation: Gets the value to read or change in place.
  /// - Returns: The operation's result.
  @inlinable
  public func withValue<T: Sendable>(
    _ operation: @Sendable (inout Value) throws -> T
  ) rethrows -> T {
    try mutex.withLock { try operation(&$0) }
  }

  /// Replaces the value.
  ///
  /// The new value is computed before the lock is taken, so it may read this box. If it depends on
  /// the old value, use ``withValue(_:)``. The old value is released after the lock, so its
  /// deinitializer may also use the box.
  @inlinable
  public func setValue(_ newValue: @autoclosure @Sendable () throws -> Value) rethrows {
    let newValue = UncheckedSendable(try newValue())
    let old = mutex.withLock { value in
      defer { value = newValue.value }
      return UncheckedSendable(value)
    }
    withExtendedLifetime(old) {}
  }
}

extension LockIsolated where Value: Sendable {
  /// The value, copied under the lock.
  @inlinable
  public var value: Value {
    mutex.withLock { $0 }
  }

  /// Reads or changes the value under the lock.
  ///
  /// - Parameter operation: Gets the value to read or change in place.
  /// - Returns: The operation's result.
  @inlinable
  public func withLock<T: Sendable>(_ operation: (inout Value) throws -> T) rethrows -> T {
    try mutex.withLock { try operation(&$0) }
  }
}

@available(*, deprecated, message: "Compare the values: another task may change one at any time.")
extension LockIsolated: Equatable where Value: Equatable {
  /// Whether the two values are equal, each copied under its lock.
  public static func == (lhs: LockIsolated, rhs: LockIsolated) -> Bool {
    guard lhs !== rhs
    else { return true }
    // One lock at a time: two tasks that compare the same two boxes crosswise would deadlock.
    let value = lhs.mutex.withLock { UncheckedSendable($0) }
    return value == rhs.mutex.withLock { UncheckedSendable($0) }
  }
}

@available(*, deprecated, message: "Hash the value: another task may change it at any time.")
extension LockIsolated: Hashable where Value: Hashable {
  /// Hashes the value, copied under the lock.
  public func hash(into hasher: inout Hasher) {
    mutex.withLock { $0 }.hash(into: &hasher)
  }
}
