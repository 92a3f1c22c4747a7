import Glibc
import Observation

/// Tells whether the code that runs is being observed.
///
/// The standard library does not say so. But what is read under observation is put into a set, and
/// for that its key path is hashed; the key path used here notices when it is.
package enum ObservationTracking {
  /// Whether what this thread reads now is observed. Where that cannot be known, `true`.
  package static var isActive: Bool {
    guard isReliable
    else { return true }
    // The end of an observation hashes what it has read once more, so that a first "yes" may be a
    // late one.
    return probe.isHashedOnAccess() && probe.isHashedOnAccess()
  }

  /// Whether the toolchain works as described above. With one that does not, everything is taken to
  /// be observed, which costs time and nothing else.
  package static let isReliable: Bool = {
    var isNoticed = false
    withObservationTracking {
      isNoticed = probe.isHashedOnAccess()
    } onChange: {
    }
    return isNoticed
  }()

  private static let probe = HashProbe()
}

/// Something to observe, all in one place: this is asked at each read of a property.
private final class HashProbe: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private let key = HashWitness.key
  private let keyPath: any KeyPath<HashProbe, Int> & Sendable = \HashProbe[HashWitness()]

  subscript(witness: HashWitness) -> Int { 0 }

  @inline(__always)
  func isHashedOnAccess() -> Bool {
    registrar.access(self, keyPath: keyPath)
    guard pthread_getspecific(key) != nil
    else { return false }
    pthread_setspecific(key, nil)
    return true
  }
}

/// Notes for the thread that it is hashed.
private struct HashWitness: Hashable {
  static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  static func == (lhs: Self, rhs: Self) -> Bool { true }

  func hash(into hasher: inout Hasher) {
    pthread_setspecific(Self.key, UnsafeRawPointer(bitPattern: 1))
  }
}
