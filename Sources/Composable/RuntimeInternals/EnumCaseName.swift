/// The name of an enum value's case, as in the source.
///
/// A mirror does not give the name of a case without a payload, and a type may describe itself in
/// any way it likes. The runtime's function behind the standard descriptions always gives it.
package enum EnumCaseName {
  /// The name of the case that a value is in.
  ///
  /// - Returns: `nil` for values that are not enums, and for imported C enums.
  package static func of(_ value: some Any) -> String? {
    caseName(value).map { String(cString: $0) }
  }

  /// The address of the name of a value's case.
  ///
  /// The name is a constant of the program, so its address identifies the case without creating a
  /// string.
  ///
  /// - Returns: `nil` for values that are not enums, and for imported C enums.
  package static func address(for value: some Any) -> UnsafePointer<CChar>? {
    caseName(value)
  }

  /// The same for a value in place: generic code would copy it to pass it.
  package static func address<Value>(forValueIn place: inout Value) -> UnsafePointer<CChar>? {
    caseName(place)
  }
}

@_silgen_name("swift_EnumCaseName")
private func caseName<T>(_ value: T) -> UnsafePointer<CChar>?
