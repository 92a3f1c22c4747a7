/// Where the copies of one property find their reference, so that all of them follow when one is
/// pointed to another key.
final class ReferenceBox<Value>: @unchecked Sendable {
  // Unchecked for the reference, which is used under the lock.
  private let lock = SpinLock()
  private var current: Reference<Value>

  init(_ reference: Reference<Value>) {
    current = reference
  }

  var reference: Reference<Value> {
    get { lock.withLock { current } }
    set {
      // The old reference ends after the lock is left.
      var reference = newValue
      lock.withLock { swap(&current, &reference) }
      withExtendedLifetime(reference) {}
    }
  }
}
