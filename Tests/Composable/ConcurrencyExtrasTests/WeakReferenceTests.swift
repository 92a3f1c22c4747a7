import ConcurrencyExtras
import Testing

@Suite("A weak reference in a dictionary")
struct WeakReferenceTests {
  @Test("is found, missing, and released, without optimization, too")
  func references() {
    let table = Table()
    var object: Object? = Object()
    table.references[1] = object.map { WeakReference($0) }
    #expect(table.reference(1) === object)
    #expect(table.reference(2) == nil)
    object = nil
    #expect(table.reference(1) == nil)
    #expect(table.references.count == 1)
  }

  /// Without optimization, `table.mixed(2)` below crashes, depending on the contents of the stack:
  /// the weak reference's bytes are undefined in a `nil` that is marked by another property. A
  /// `nil` that is marked by its own byte is reliable.
  @Test("is distinguished from nil by its own byte, not by another property's")
  func layout() {
    #expect(
      MemoryLayout<WeakReference<Object>?>.size == MemoryLayout<WeakReference<Object>>.size + 1)
    #expect(MemoryLayout<MixedReference?>.size == MemoryLayout<MixedReference>.size)
  }
}

private final class Object: Sendable {}

private struct MixedReference {
  weak var object: Object?
  let id: ObjectIdentifier
}

private final class Table {
  var references: [Int: WeakReference<Object>] = [:]
  var mixed: [Int: MixedReference] = [:]

  func reference(_ key: Int) -> Object? { references[key]?.object }
  func mixed(_ key: Int) -> Object? { mixed[key]?.object }
}
