/// Keeps the optimiser from removing the work that made `value`.
@inline(never)
public func blackHole<Value>(_ value: borrowing Value) {}

/// Hides where `value` comes from, so that the optimiser cannot compute on it in advance.
@inline(never)
public func opaque<Value>(_ value: Value) -> Value { value }
