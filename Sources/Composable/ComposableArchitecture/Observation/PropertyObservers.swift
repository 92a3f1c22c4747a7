/// The observers of the properties of a value.
final class PropertyObservers: @unchecked Sendable {
  private let registrar = ObservationRegistrar()
  private let lock = Lock()
  private var accessed: Set<ObservedPart> = []

  func access(_ part: ObservedPart) {
    _ = lock.withLock { accessed.insert(part) }
    registrar.access(ObservedSubject.shared, keyPath: part.keyPath)
  }

  func notify(_ index: Int, elements: Bool) {
    ObservationTransaction.notify(self, .property(index))
    if elements { ObservationTransaction.notify(self, .elements(of: index)) }
  }

  /// Tells all who observe any property.
  func notifyAll() {
    for part in lock.withLock({ accessed }) { ObservationTransaction.notify(self, part) }
  }

  /// Runs the observers.
  func deliver(_ part: ObservedPart) {
    registrar.withMutation(of: ObservedSubject.shared, keyPath: part.keyPath) {}
  }
}

/// What of a value can be observed.
enum ObservedPart: Hashable, Sendable {
  case property(Int)
  case elements(of: Int)

  typealias Path = any KeyPath<ObservedSubject, Int> & Sendable

  /// What stands for the part in the toolchain's observation.
  var keyPath: Path {
    switch self {
    case .property(let index):
      index < 64 ? Self.properties[index] : \ObservedSubject[property: index]
    case .elements(let index):
      \ObservedSubject[elements: index]
    }
  }

  private static let properties = (0..<64).map { index -> Path in
    \ObservedSubject[property: index]
  }
}

/// Stands for state values in the toolchain's observation, which wants an object and a key path.
final class ObservedSubject: Observable, Sendable {
  static let shared = ObservedSubject()
  subscript(property index: Int) -> Int { index }
  subscript(elements index: Int) -> Int { index }
}
