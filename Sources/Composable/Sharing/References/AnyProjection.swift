/// A step of a type that is not known, for the table of observed places.
struct AnyProjection {
  let step: PathStep
  /// Shows the part of the value at the first pointer.
  let borrow: (UnsafeRawPointer, (UnsafeRawPointer) -> Void) -> Void
  /// Copies the part.
  let copy: (UnsafeRawPointer) -> Any
  /// Whether two copies are equal; `nil` where the type does not know.
  let areEqual: ((Any, Any) -> Bool)?

  init<Step: Projection>(_ projection: Step) {
    step = projection.step
    borrow = { parent, body in
      projection.borrow(parent.assumingMemoryBound(to: Step.Parent.self)) {
        body(UnsafeRawPointer($0))
      }
    }
    copy = { $0.assumingMemoryBound(to: Step.Value.self).pointee }
    areEqual = equality(of: Step.Value.self)
  }

  /// A step that leads to no part of the value, but to what is known of its loading and saving.
  init(status part: SharedStatus.Part) {
    step = PathStep(status: part)
    borrow = { _, _ in }
    copy = { _ in () }
    areEqual = nil
  }
}

/// How two values of a type are compared, if it can be done.
func equality<Value>(of type: Value.Type) -> ((Any, Any) -> Bool)? {
  guard let equatable = type as? any Equatable.Type
  else { return nil }
  return equality(ofEquatable: equatable)
}

private func equality<Value: Equatable>(
  ofEquatable type: Value.Type
) -> (Any, Any) -> Bool {
  { lhs, rhs in
    guard let lhs = lhs as? Value, let rhs = rhs as? Value
    else { return false }
    return lhs == rhs
  }
}
