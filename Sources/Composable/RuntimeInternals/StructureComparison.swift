/// Compares structures of a type field by field, where the fields are: without a mirror, which makes
/// a copy of each field and a string for each name.
package struct StructureComparison {
  private enum Field {
    case equatable((UnsafeRawPointer, UnsafeRawPointer) -> Bool)
    case other((UnsafeRawPointer) -> Any)
  }

  private let type: Any.Type
  private let fields: [Field]

  /// Finds out how to compare a type.
  ///
  /// - Parameters:
  ///   - type: The structure's type.
  ///   - isCompared: Whether a field takes part, by its name.
  ///   - isEquatable: Whether a field is compared by its own `==`, by its type; only asked for types
  ///     that have one.
  /// - Returns: `nil` if the type is no structure, or one with weak or unowned references.
  package init?(
    _ type: Any.Type, isCompared: (String) -> Bool, isEquatable: (any Equatable.Type) -> Bool
  ) {
    guard metadataKind(type) == structureKind
    else { return nil }
    var fields: [Field] = []
    for index in 0..<fieldCount(type) {
      var field = FieldMetadata()
      let fieldType = fieldMetadata(type, index, &field)
      defer { field.freeName?(field.name) }
      guard field.isStrong
      else { return nil }
      guard field.name.map({ isCompared(String(cString: $0)) }) ?? true
      else { continue }
      let offset = fieldOffset(type, index)
      if let fieldType = fieldType as? any Equatable.Type, isEquatable(fieldType) {
        fields.append(.equatable(Self.equality(fieldType, offset)))
      } else {
        fields.append(.other(Self.reader(fieldType, offset)))
      }
    }
    self.type = type
    self.fields = fields
  }

  /// Whether all fields of two values are equal.
  ///
  /// - Parameter areEqual: Compares fields that have no `==` to go by.
  package func areEqual(_ lhs: Any, _ rhs: Any, _ areEqual: (Any, Any) -> Bool) -> Bool {
    func open<T>(_ lhs: T) -> Bool {
      guard T.self == type, let rhs = rhs as? T
      else { return areEqual(lhs, rhs) }
      return withUnsafePointer(to: lhs) { lhs in
        withUnsafePointer(to: rhs) { rhs in
          let lhs = UnsafeRawPointer(lhs)
          let rhs = UnsafeRawPointer(rhs)
          return fields.allSatisfy { field in
            switch field {
            case .equatable(let areEqual): areEqual(lhs, rhs)
            case .other(let read): areEqual(read(lhs), read(rhs))
            }
          }
        }
      }
    }
    return _openExistential(lhs, do: open)
  }

  private static func equality<T: Equatable>(
    _ type: T.Type, _ offset: Int
  ) -> (UnsafeRawPointer, UnsafeRawPointer) -> Bool {
    { lhs, rhs in
      (lhs + offset).assumingMemoryBound(to: T.self).pointee
        == (rhs + offset).assumingMemoryBound(to: T.self).pointee
    }
  }

  private static func reader(_ type: Any.Type, _ offset: Int) -> (UnsafeRawPointer) -> Any {
    func open<T>(_ type: T.Type) -> (UnsafeRawPointer) -> Any {
      { ($0 + offset).assumingMemoryBound(to: T.self).pointee }
    }
    return _openExistential(type, do: open)
  }
}

/// What the runtime tells of a field.
private struct FieldMetadata {
  var name: UnsafePointer<CChar>?
  var freeName: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  var isStrong = false
  var isVariable = false
}

private let structureKind: UInt = 0x200

@_silgen_name("swift_getMetadataKind")
private func metadataKind(_ type: Any.Type) -> UInt

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func fieldCount(_ type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func fieldMetadata(
  _ type: Any.Type, _ index: Int, _ metadata: UnsafeMutablePointer<FieldMetadata>
) -> Any.Type

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func fieldOffset(_ type: Any.Type, _ index: Int) -> Int
