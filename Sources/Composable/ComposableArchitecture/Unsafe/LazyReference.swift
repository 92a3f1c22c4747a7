import Synchronization

/// A reference that is set once, and read without a lock.
///
/// The standard library's `AtomicLazyReference` looks its own type up on each read. So would this
/// one in another module: the compiler does not specialise it there.
package struct LazyReference<Object: AnyObject>: ~Copyable, Sendable {
  private let bits = Atomic<UInt>(0)

  /// Makes a reference to nothing yet.
  package init() {}

  /// The object, `nil` as long as none is set.
  @inline(__always)
  package borrowing func load() -> Object? {
    UnsafeRawPointer(bitPattern: bits.load(ordering: .acquiring)).map {
      Unmanaged<Object>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Sets the reference, unless it is set already.
  ///
  /// - Returns: What it is set to.
  package borrowing func storeIfNil(_ object: Object) -> Object {
    let retained = Unmanaged.passRetained(object)
    let (isExchanged, original) = bits.compareExchange(
      expected: 0, desired: UInt(bitPattern: retained.toOpaque()), ordering: .acquiringAndReleasing)
    if isExchanged { return object }
    retained.release()
    return UnsafeRawPointer(bitPattern: original).map {
      Unmanaged<Object>.fromOpaque($0).takeUnretainedValue()
    } ?? object
  }

  deinit {
    UnsafeRawPointer(bitPattern: bits.load(ordering: .acquiring)).map {
      Unmanaged<Object>.fromOpaque($0).release()
    }
  }
}
