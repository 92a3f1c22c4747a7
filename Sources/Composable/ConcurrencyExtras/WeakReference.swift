/// A weak reference, to be kept in a collection.
///
/// In a struct that a collection stores, a weak property must be the only property, because of a
/// compiler bug (6.3.1, without optimization). If the struct also has a raw pointer such as an
/// `ObjectIdentifier`, generic code writes `nil` only into the bytes of the pointer, but
/// `table[key]?.object` checks whether all bytes are zero, and may mistake a missing value for an
/// existing one. A struct with only the weak reference stores `nil` in a separate byte, as
/// `WeakReferenceTests` verifies.
package struct WeakReference<Object: AnyObject> {
  package weak var object: Object?

  package init(_ object: Object) {
    self.object = object
  }
}

extension WeakReference: Sendable where Object: Sendable {}
