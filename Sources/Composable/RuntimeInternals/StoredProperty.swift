/// A property, or a nested property, that is stored in its root: it can be used in place, without
/// following its key path.
package struct StoredProperty<Root, Value> {
  @usableFromInline package let offset: Int

  /// The property that a key path leads to.
  ///
  /// - Returns: `nil` if the property is computed, or stored outside of the root.
  package init?(_ keyPath: KeyPath<Root, Value>) {
    guard let offset = MemoryLayout<Root>.offset(of: keyPath)
    else { return nil }
    self.offset = offset
  }

  /// The address of a root's property.
  @inlinable
  package func pointer(in root: UnsafePointer<Root>) -> UnsafePointer<Value> {
    (UnsafeRawPointer(root) + offset).assumingMemoryBound(to: Value.self)
  }

  /// The mutable address of a root's property.
  @inlinable
  package func pointer(in root: UnsafeMutablePointer<Root>) -> UnsafeMutablePointer<Value> {
    (UnsafeMutableRawPointer(root) + offset).assumingMemoryBound(to: Value.self)
  }

  /// The property of a root.
  @inlinable
  package func callAsFunction(_ root: Root) -> Value {
    withUnsafePointer(to: root) { pointer(in: $0).pointee }
  }
}
