import ConcurrencyExtras
import POSIX

/// The wrapped value of an optional.
///
/// When the optional becomes `nil`, the last value read through this step replaces it: the screen
/// of a deleted element still shows it while it is dismissed. Changes then affect the replacement.
struct UnwrappedProjection<Wrapped>: Projection {
  private let lastSeen: LastSeen

  init(_ value: Wrapped) {
    lastSeen = LastSeen(value)
  }

  var step: PathStep { .unwrapped }
  var suffix: String { "!" }

  func value(in parent: UnsafePointer<Wrapped?>) -> Wrapped {
    guard let value = parent.pointee
    else { return lastSeen.value ?? lastSeen.first }
    lastSeen.value = value
    return value
  }

  func modify<R, Failure: Error>(
    _ parent: UnsafeMutablePointer<Wrapped?>,
    _ body: (UnsafeMutablePointer<Wrapped>) throws(Failure) -> R
  ) throws(Failure) -> R {
    guard parent.pointee != nil
    else {
      var standIn = lastSeen.value ?? lastSeen.first
      lastSeen.value = nil
      defer { lastSeen.value = standIn }
      return try withUnsafeMutablePointer(to: &standIn, body)
    }
    // Released first, so that the value is changed in place.
    lastSeen.value = nil
    defer { lastSeen.value = parent.pointee }
    return try withUnsafeMutablePointer(to: &parent.pointee!, body)
  }

  private final class LastSeen: @unchecked Sendable {
    // Unchecked for the first value, which never changes. The latest has a separate lock: the
    // reference's is not held when a test reads its expected value.
    let first: Wrapped
    private let latest = Mutex<UncheckedSendable<Wrapped>?>(nil)

    init(_ first: Wrapped) { self.first = first }

    var value: Wrapped? {
      get { latest.withLock { $0 }?.value }
      set {
        let new = newValue.map { UncheckedSendable($0) }
        // The old value ends after the lock is left.
        let old = latest.withLock { latest in
          defer { latest = new }
          return latest
        }
        withExtendedLifetime(old) {}
      }
    }
  }
}
