import POSIX
import RuntimeInternals

/// The observers of a state value and its copies.
///
/// Each part has its own registrar, which is replaced when the part changes: an observer that
/// registers again while others are being notified of the same change is not notified twice.
final class ValueObservers: Sendable {
  /// Few properties of a value are observed, most often one: to look through them is faster than to
  /// hash.
  private let parts = Mutex<[PartObservers]>([])

  private struct PartObservers {
    let part: ObservedPart
    var registrar: ObservationRegistrar?
    /// The last replaced registrar. An observer that another thread was just adding to it is
    /// notified of the next change.
    var previous: ObservationRegistrar?
    var isOfMain = false

    func deliver() {
      if let previous { ObservationTransaction.notify(previous, isOfMain: isOfMain) }
      if let registrar { ObservationTransaction.notify(registrar, isOfMain: isOfMain) }
    }

    /// Takes the observers to notify of a change, if the part may be observed.
    mutating func useUp() -> PartObservers? {
      guard registrar != nil || previous != nil
      else { return nil }
      defer {
        previous = registrar
        registrar = nil
        if previous == nil { isOfMain = false }
      }
      return self
    }
  }

  /// A property is read.
  @inline(__always)
  func access(_ index: Int) {
    if ObservationTracking.isActive { observe(.property(index)) }
  }

  /// An element of a property that is a collection is read.
  func accessElement(of index: Int) {
    if ObservationTracking.isActive { observe(.elements(of: index)) }
  }

  private func observe(_ part: ObservedPart) {
    let isOfMain = ObservationTransaction.isOnMainActor
    let registrar = parts.withLock { parts in
      let index = parts.firstIndex { $0.part == part } ?? parts.endIndex
      if index == parts.endIndex { parts.append(PartObservers(part: part)) }
      if isOfMain { parts[index].isOfMain = true }
      if let registrar = parts[index].registrar { return registrar }
      let registrar = ObservationRegistrar()
      parts[index].registrar = registrar
      return registrar
    }
    registrar.access(ObservedSubject.shared, keyPath: ObservedSubject.keyPath)
  }

  /// Whether the property has observers.
  func isObserved(_ index: Int) -> Bool {
    parts.withLock { parts in
      parts.contains {
        $0.part == .property(index) && ($0.registrar != nil || $0.previous != nil)
      }
    }
  }

  /// A property has changed.
  ///
  /// - Parameters:
  ///   - index: The number of the property.
  ///   - elements: Whether it is a collection, and elements of it have been replaced.
  func notify(_ index: Int, elements: Bool = false) {
    notify(.property(index))
    if elements { notify(.elements(of: index)) }
  }

  private func notify(_ part: ObservedPart) {
    let observers = parts.withLock { parts in
      parts.firstIndex { $0.part == part }.flatMap { parts[$0].useUp() }
    }
    observers?.deliver()
  }

  /// The value has been replaced.
  func notifyAll() {
    let parts = parts.withLock { parts in
      parts.indices.compactMap { parts[$0].useUp() }
    }
    for part in parts { part.deliver() }
  }

  // Observers of a property must be notified whenever the value is replaced.
  deinit {
    notifyAll()
  }
}

/// The observable parts of a value.
struct ObservedPart: Hashable, Sendable {
  private let number: Int

  static func property(_ index: Int) -> Self { Self(number: index &* 2) }
  static func elements(of index: Int) -> Self { Self(number: index &* 2 &+ 1) }
}

extension ObservationRegistrar {
  /// Runs the observers.
  func deliver() {
    withMutation(of: ObservedSubject.shared, keyPath: ObservedSubject.keyPath) {}
  }
}

/// Represents state values in the toolchain's observation, which requires an object and a key path.
final class ObservedSubject: Observable, Sendable {
  static let shared = ObservedSubject()
  /// The key path that hashes fastest: each read hashes it.
  static let keyPath: any KeyPath<ObservedSubject, ObservedSubject> & Sendable = \.self
}
