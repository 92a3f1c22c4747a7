import Synchronization

/// Who observes a state value and its copies.
///
/// Most values are never observed, and there may be one for each row of a long list: all that such
/// an extent consists of is a pointer that is `nil`.
final class ObservationExtent: Sendable {
  private let observers = AtomicLazyReference<PropertyObservers>()

  @inline(__always)
  func access(_ index: Int) {
    if let observers = observers.load() {
      observers.access(index)
    } else if ObservationProbe.isTracking {
      observers.storeIfNil(PropertyObservers()).access(index)
    }
  }

  @inline(__always)
  func notify(_ index: Int) {
    guard let observers = observers.load()
    else { return }
    ObservationTransaction.notify(observers, index)
  }

  // Who reads a property of a value that is replaced has to know, however it was replaced.
  deinit {
    guard let observers = observers.load()
    else { return }
    observers.forEachAccessed { ObservationTransaction.notify(observers, $0) }
  }
}

/// The observers of the properties of a value.
final class PropertyObservers: Sendable {
  private let registrar = ObservationRegistrar()
  /// A bit for each property that has been read under observation. The last one stands for all
  /// that have no bit of their own.
  private let accessed = Atomic<UInt64>(0)
  private let highest = Atomic<Int>(0)

  func access(_ index: Int) {
    accessed.bitwiseOr(1 << UInt64(min(index, 63)), ordering: .relaxed)
    if index >= 63 { highest.max(index, ordering: .relaxed) }
    registrar.access(ObservedSubject.shared, keyPath: ObservedSubject.keyPath(index))
  }

  func deliver(_ index: Int) {
    registrar.withMutation(of: ObservedSubject.shared, keyPath: ObservedSubject.keyPath(index)) {}
  }

  func forEachAccessed(_ body: (Int) -> Void) {
    let bits = accessed.load(ordering: .relaxed)
    for index in 0..<63 where bits & (1 << UInt64(index)) != 0 { body(index) }
    guard bits & (1 << 63) != 0
    else { return }
    for index in 63...max(63, highest.load(ordering: .relaxed)) { body(index) }
  }
}

/// Stands for state values in the toolchain's observation, which wants an object and a key path.
final class ObservedSubject: Observable, Sendable {
  static let shared = ObservedSubject()
  private static let keyPaths: [any KeyPath<ObservedSubject, Int> & Sendable] =
    (0..<64).map { index in \ObservedSubject[property: index] }

  subscript(property index: Int) -> Int { index }

  static func keyPath(_ index: Int) -> any KeyPath<ObservedSubject, Int> & Sendable {
    index < 64 ? keyPaths[index] : \ObservedSubject[property: index]
  }
}
