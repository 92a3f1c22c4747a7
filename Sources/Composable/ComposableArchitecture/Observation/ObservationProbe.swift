import Glibc

/// Tells whether the code that runs is being observed.
///
/// The toolchain does not say so. But what is read under observation is put into a set, and for
/// that its key path is hashed; the key path used here notices when it is.
enum ObservationProbe {
  static var isTracking: Bool {
    guard isReliable
    else { return true }
    return probe()
  }

  // A toolchain that works differently costs time, and nothing else.
  private static let isReliable: Bool = {
    var isNoticed = false
    withObservationTracking {
      isNoticed = probe()
    } onChange: {
    }
    return isNoticed
  }()

  private static func probe() -> Bool {
    registrar.access(Subject.shared, keyPath: keyPath)
    guard pthread_getspecific(key) != nil
    else { return false }
    pthread_setspecific(key, nil)
    return true
  }

  private static let registrar = ObservationRegistrar()
  private static let keyPath: any KeyPath<Subject, Int> & Sendable = \Subject[Witness()]

  fileprivate static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  private final class Subject: Observable, Sendable {
    static let shared = Subject()
    subscript(witness: Witness) -> Int { 0 }
  }

  private struct Witness: Hashable {
    static func == (lhs: Self, rhs: Self) -> Bool { true }

    func hash(into hasher: inout Hasher) {
      pthread_setspecific(key, UnsafeRawPointer(bitPattern: 1))
    }
  }
}
