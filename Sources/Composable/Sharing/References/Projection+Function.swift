/// A function's result of a value.
struct FunctionProjection<Parent, Value>: Projection {
  private let function: @Sendable (Parent) -> Value
  /// Functions cannot be compared: each of these is a separate place.
  private let identity = Identity()

  private final class Identity: Sendable {}

  init(_ function: @escaping @Sendable (Parent) -> Value) {
    self.function = function
  }

  var step: PathStep { PathStep(function: ObjectIdentifier(identity)) }
  var suffix: String { ".read(…)" }

  func value(in parent: UnsafePointer<Parent>) -> Value { function(parent.pointee) }
}
