/// Keeps the optimizer from removing the work that made `value`.
///
/// `@inline(never)` does not suffice, because the optimizer removes calls of an empty function.
@_optimize(none)
@inline(never)
public func blackHole<Value>(_ value: borrowing Value) {}

/// Hides the origin of `value`, so that the optimizer can't evaluate it at compile time.
@_optimize(none)
@inline(never)
public func opaque<Value>(_ value: Value) -> Value { value }
