/// A value isolated by an actor.
@available(*, deprecated, message: "Use 'LockIsolated', which needs no 'await'.")
@dynamicMemberLookup
public final actor ActorIsolated<Value: Sendable> {
  /// The value.
  public var value: Value

  /// Makes an actor with a first value.
  public init(_ value: @autoclosure @Sendable () throws -> Value) rethrows {
    self.value = try value()
  }

  /// One property of the value.
  public subscript<Subject>(dynamicMember keyPath: KeyPath<Value, Subject>) -> Subject {
    value[keyPath: keyPath]
  }

  /// Reads or changes the value on the actor, exclusively until the operation returns.
  public func withValue<T>(
    _ operation: @Sendable (inout Value) throws -> T
  ) rethrows -> T {
    try operation(&value)
  }

  /// Replaces the value.
  public func setValue(_ newValue: @autoclosure @Sendable () throws -> Value) rethrows {
    value = try newValue()
  }
}
