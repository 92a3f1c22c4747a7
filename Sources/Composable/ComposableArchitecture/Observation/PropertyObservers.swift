import ConcurrencyExtras

/// The observers of the properties of a value.
///
/// Each part has a registrar of its own, which is used up when the part changes: who begins to
/// observe again while others are still being told of the same change is not told a second time.
final class PropertyObservers: @unchecked Sendable {
  private let lock = Lock()
  private var registrars: [ObservedPart: ObservationRegistrar] = [:]

  func access(_ part: ObservedPart) {
    let registrar = lock.withLock {
      if let registrar = registrars[part] { return registrar }
      let registrar = ObservationRegistrar()
      registrars[part] = registrar
      return registrar
    }
    registrar.access(ObservedSubject.shared, keyPath: ObservedSubject.keyPath)
  }

  func notify(_ index: Int, elements: Bool) {
    notify(.property(index))
    if elements { notify(.elements(of: index)) }
  }

  private func notify(_ part: ObservedPart) {
    guard let registrar = lock.withLock({ registrars.removeValue(forKey: part) })
    else { return }
    ObservationTransaction.notify(registrar)
  }

  /// Tells all who observe any property.
  func notifyAll() {
    let registrars = lock.withLock {
      defer { self.registrars = [:] }
      return self.registrars.values
    }
    for registrar in registrars { ObservationTransaction.notify(registrar) }
  }
}

/// What of a value can be observed.
enum ObservedPart: Hashable, Sendable {
  case property(Int)
  case elements(of: Int)
}

extension ObservationRegistrar {
  /// Runs the observers.
  func deliver() {
    withMutation(of: ObservedSubject.shared, keyPath: ObservedSubject.keyPath) {}
  }
}

/// Stands for state values in the toolchain's observation, which wants an object and a key path.
final class ObservedSubject: Observable, Sendable {
  static let shared = ObservedSubject()
  static let keyPath: any KeyPath<ObservedSubject, Void> & Sendable = \.part
  private var part: Void { () }
}
