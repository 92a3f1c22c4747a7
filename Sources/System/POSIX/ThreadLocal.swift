public import Glibc

/// A reference that each thread has for itself, `nil` at first. It does not keep the object alive.
///
/// For synchronous code that sets a value, calls other code, and restores the old value before it
/// returns: the called code then knows what it is called from. It must not be used across a
/// suspension, after which a task may run on another thread.
///
/// The optimizer cannot carry a value from one thread to another: unlike `pthread_self`, the C
/// library's function behind ``value`` is not declared free of side effects, so each use calls it.
public struct ThreadLocal<Object: AnyObject>: Sendable {
  @usableFromInline let key: pthread_key_t

  /// Creates a variable. The system has 1,024 of them for a process, so they are static.
  public init() {
    var key = pthread_key_t()
    let code = pthread_key_create(&key, nil)
    precondition(code == 0, "The process has no thread-specific keys left.")
    self.key = key
  }

  /// The running thread's value.
  @inlinable
  public var value: Object? {
    get { pthread_getspecific(key).map { Unmanaged.fromOpaque($0).takeUnretainedValue() } }
    nonmutating set {
      pthread_setspecific(key, newValue.map { Unmanaged.passUnretained($0).toOpaque() })
    }
  }

  /// Runs an operation with a value for the running thread.
  @inlinable
  public func withValue<R, E: Error>(
    _ value: Object, _ operation: () throws(E) -> R
  ) throws(E) -> R {
    let outer = self.value
    self.value = value
    defer {
      self.value = outer
      withExtendedLifetime(value) {}
    }
    return try operation()
  }
}
