import ConcurrencyExtras

/// The observers of the properties of a value.
///
/// Each part has a registrar of its own, which is used up when the part changes: an observer that
/// registers again while others are still being told of the same change is not told twice.
final class PropertyObservers: Sendable {
  private let parts = Protected<[ObservedPart: PartObservers]>([:])

  private struct PartObservers {
    var registrar: ObservationRegistrar?
    /// The one that was used up last. An observer that another thread was just registering there is
    /// told of the next change.
    var previous: ObservationRegistrar?
    var isOfMain = false

    func deliver() {
      if let previous { ObservationTransaction.notify(previous, isOfMain: isOfMain) }
      if let registrar { ObservationTransaction.notify(registrar, isOfMain: isOfMain) }
    }
  }

  func access(_ part: ObservedPart) {
    let isOfMain = ObservationTransaction.isMain
    let registrar = parts.withLock { parts in
      let known = parts[part]
      if let registrar = known?.registrar, known?.isOfMain == true || !isOfMain {
        return registrar
      }
      let registrar = known?.registrar ?? ObservationRegistrar()
      parts[part] = PartObservers(
        registrar: registrar, previous: known?.previous,
        isOfMain: isOfMain || known?.isOfMain == true)
      return registrar
    }
    registrar.access(ObservedSubject.shared, keyPath: ObservedSubject.keyPath)
  }

  func isObserved(_ part: ObservedPart) -> Bool {
    parts.withLock { $0[part] != nil }
  }

  func notify(_ index: Int, elements: Bool) {
    notify(.property(index))
    if elements { notify(.elements(of: index)) }
  }

  private func notify(_ part: ObservedPart) {
    parts.withLock { Self.useUp(part, of: &$0) }?.deliver()
  }

  private static func useUp(
    _ part: ObservedPart, of parts: inout [ObservedPart: PartObservers]
  ) -> PartObservers? {
    guard let old = parts[part]
    else { return nil }
    parts[part] = old.registrar.map { PartObservers(previous: $0, isOfMain: old.isOfMain) }
    return old
  }

  /// Tells the observers of all properties.
  func notifyAll() {
    let parts = parts.withLock { parts in
      Array(parts.keys).compactMap { Self.useUp($0, of: &parts) }
    }
    for part in parts { part.deliver() }
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
  /// Of all key paths this is hashed the fastest, which happens at each read.
  static let keyPath: any KeyPath<ObservedSubject, ObservedSubject> & Sendable = \.self
}
