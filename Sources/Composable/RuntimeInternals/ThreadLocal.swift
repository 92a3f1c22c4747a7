package import Glibc

/// A per-thread reference that does not keep its object alive. Not for use across a suspension,
/// after which a task may run on another thread. The optimizer never carries a value from one
/// thread to another, since `pthread_getspecific` is not declared free of side effects.
package struct ThreadLocal<Object: AnyObject>: Sendable {
  @usableFromInline let key: pthread_key_t

  package init() {
    var key = pthread_key_t()
    let code = pthread_key_create(&key, nil)
    precondition(code == 0, "The process has no thread-specific keys left.")
    self.key = key
  }

  @inlinable
  package var value: Object? {
    get { pthread_getspecific(key).map { Unmanaged.fromOpaque($0).takeUnretainedValue() } }
    nonmutating set {
      pthread_setspecific(key, newValue.map { Unmanaged.passUnretained($0).toOpaque() })
    }
  }

  @inlinable
  package func withValue<R, E: Error>(
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
