import RuntimeInternals

// A case's value is found by reflection here, because only the function that creates the case is
// known. Each extraction costs some mirrors, and an embedding to compare. Enums with a
// `customMirror` are not supported.

/// The value of a root in the case that a function creates. An optional root may wrap that case.
func payload<Root, Value>(of root: Root, madeBy embed: (Value) -> Root) -> Value? {
  guard let value: Value = payload(of: unwrapped(root, unlessOf: Value?.self)),
    isSameCase(root, embed(value))
  else { return nil }
  return value
}

/// Whether two roots are in the same case. Of optional roots, the wrapped values are compared.
func isSameCase(_ lhs: Any, _ rhs: Any) -> Bool {
  let (lhs, rhs) = (unwrapped(lhs), unwrapped(rhs))
  guard type(of: lhs) == type(of: rhs), let name = caseName(lhs)
  else { return false }
  return name == caseName(rhs) && labels(of: lhs) == labels(of: rhs)
}

/// The enum that an optional wraps, or the root itself if it is not optional, `nil`, or of the
/// given type.
private func unwrapped(_ root: Any, unlessOf type: Any.Type? = nil) -> Any {
  guard Swift.type(of: root) != type, let wrapped = Mirror(reflecting: root).wrapped,
    caseName(wrapped) != nil
  else { return root }
  return unwrapped(wrapped, unlessOf: type)
}

private func payload<Value>(of root: Any) -> Value? {
  guard let payload = Mirror(reflecting: root).children.first?.value
  else { return nil }
  // A single value with a label is a tuple to the runtime, but not to the language.
  let tuple = Mirror(reflecting: payload)
  guard tuple.displayStyle == .tuple, tuple.children.count == 1,
    let value = tuple.children.first?.value
  else { return payload as? Value }
  return value as? Value
}

/// The labels of a case's values, by which cases of one name differ.
private func labels(of root: Any) -> [String?] {
  guard let payload = Mirror(reflecting: root).children.first?.value
  else { return [] }
  let tuple = Mirror(reflecting: payload)
  return tuple.displayStyle == .tuple ? tuple.children.map(\.label) : []
}

private func caseName(_ value: Any) -> UnsafePointer<CChar>? {
  func open<T>(_ value: T) -> UnsafePointer<CChar>? { EnumCaseName.address(for: value) }
  return _openExistential(value, do: open)
}

extension Mirror {
  fileprivate var wrapped: Any? { displayStyle == .optional ? children.first?.value : nil }
}
