/// A weak reference, to be kept in a collection.
///
/// Nothing else may stand beside a weak property in a structure that a collection holds, because of
/// a fault of the compiler (6.3.1, without optimization). Where the structure has a raw pointer,
/// such as an `ObjectIdentifier`, too, generic code writes `nil` into the bytes of the pointer
/// only; but `table[key]?.object` asks whether all bytes are zero, so that a missing value may be
/// taken for one that is there. A structure with the weak reference alone has its `nil` in a byte
/// of its own, which `WeakReferenceTests` holds it to.
package struct WeakReference<Object: AnyObject> {
  package weak var object: Object?

  package init(_ object: Object) {
    self.object = object
  }
}

extension WeakReference: Sendable where Object: Sendable {}
