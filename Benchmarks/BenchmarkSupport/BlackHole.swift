/// Keeps the optimiser from removing the work that made `value`.
///
/// Not inlining is not enough: the optimiser looks into an empty function and removes its calls.
@_optimize(none)
@inline(never)
public func blackHole<Value>(_ value: borrowing Value) {}

/// Hides where `value` comes from, so that the optimiser cannot compute on it in advance.
@_optimize(none)
@inline(never)
public func opaque<Value>(_ value: Value) -> Value { value }
