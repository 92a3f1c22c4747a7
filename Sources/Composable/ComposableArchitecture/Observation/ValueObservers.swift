import RuntimeInternals

/// The observers of a state value and its copies.
///
/// Most values are never observed, and there may be one for each row of a long list: all that this
/// consists of then is a pointer that is `nil`.
final class ValueObservers: Sendable {
  private let properties = LazyReference<PropertyObservers>()

  /// A property is read.
  @inline(__always)
  func access(_ index: Int) {
    if ObservationTracking.isActive { observe(.property(index)) }
  }

  @inline(never)
  private func observe(_ part: ObservedPart) {
    (properties.load() ?? properties.storeIfNil(PropertyObservers())).access(part)
  }

  /// An element of a property that is a collection is read.
  func accessElement(of index: Int) {
    if ObservationTracking.isActive { observe(.elements(of: index)) }
  }

  /// Whether anyone observes a property.
  func isObserved(_ index: Int) -> Bool {
    properties.load()?.isObserved(.property(index)) ?? false
  }

  /// A property has changed.
  ///
  /// - Parameters:
  ///   - index: The number of the property.
  ///   - elements: Whether it is a collection, and elements of it have been replaced.
  @inline(__always)
  func notify(_ index: Int, elements: Bool = false) {
    guard let properties = properties.load()
    else { return }
    properties.notify(index, elements: elements)
  }

  /// The value has been replaced.
  func notifyAll() {
    properties.load()?.notifyAll()
  }

  // An observer of a property has to know when the value is replaced, however that happens.
  deinit {
    properties.load()?.notifyAll()
  }
}
