/// A value of some type, on the heap, so that values of all types fit in one table.
@usableFromInline
class AnyDependencyBox: @unchecked Sendable {
  // Unchecked for the subclass.
  @usableFromInline init() {}
}

@usableFromInline
final class DependencyBox<Value>: AnyDependencyBox, @unchecked Sendable {
  // Unchecked for the value, which is never changed here. The key decides whether it is sendable.
  @usableFromInline let value: Value

  @inlinable
  init(_ value: Value) {
    self.value = value
  }
}

extension AnyDependencyBox {
  /// The value, for a key whose `Value` is `Value`: boxes are found by key only, and a key has one
  /// type of value, so the cast needs no check.
  @inlinable @inline(__always)
  func value<Value>(as type: Value.Type) -> Value {
    unsafeDowncast(self, to: DependencyBox<Value>.self).value
  }
}

/// The identity of a key's type. Metadata is aligned, so the lowest two bits are free.
typealias KeyID = UInt

extension TestDependencyKey {
  @inlinable @inline(__always)
  static var id: UInt { UInt(bitPattern: ObjectIdentifier(Self.self)) }
}

/// The overridden values of a scope, found by key.
///
/// There are seldom more than a few dozen. At that size walking a flat array is faster than
/// hashing, and copying it for a nested scope is one allocation.
struct Overrides: Sendable {
  private struct Override: Sendable {
    let id: KeyID
    var box: AnyDependencyBox
  }

  private var list: [Override] = []

  var isEmpty: Bool { list.isEmpty }

  subscript(id: KeyID) -> AnyDependencyBox? {
    list.first { $0.id == id }?.box
  }

  mutating func set(_ box: AnyDependencyBox, for id: KeyID) {
    if let index = list.firstIndex(where: { $0.id == id }) {
      list[index].box = box
    } else {
      list.append(Override(id: id, box: box))
    }
  }

  /// Whether both have the same boxes: a cheap equality check.
  func isIdentical(to other: Self) -> Bool {
    list.elementsEqual(other.list) { $0.id == $1.id && $0.box === $1.box }
  }

  /// These overrides, which take precedence, combined with those of `other`.
  func merging(_ other: Self) -> Self {
    guard !isEmpty
    else { return other }
    guard !other.isEmpty
    else { return self }
    var merged = self
    for entry in other.list { merged.set(entry.box, for: entry.id) }
    return merged
  }
}
