/// Merges a change by this process with a concurrent change of the same file by another.
///
/// ```swift
/// @Shared(.fileStorage(url, merge: .counter)) var count = 0
/// @Shared(.fileStorage(url, merge: .byID())) var todos: IdentifiedArrayOf<Todo> = []
/// ```
///
/// A merge gets three values: the common base, ours, and theirs. It must depend on nothing else. It
/// may be called several times for one change, on any thread, and must not use the shared value
/// that it merges.
public struct ThreeWayMerge<Value: Sendable>: Sendable {
  let merge: @Sendable (_ base: Value, _ mine: Value, _ theirs: Value) throws -> Value

  /// Makes a merge of one's own.
  ///
  /// - Parameter merge: Gets the value that both started from, ours, and theirs. An error that it
  ///   throws leaves file and value as they are, and becomes the shared value's `saveError` or
  ///   `loadError`.
  public init(
    _ merge: @escaping @Sendable (_ base: Value, _ mine: Value, _ theirs: Value) throws -> Value
  ) {
    self.merge = merge
  }

  /// Merges three values.
  public func callAsFunction(base: Value, mine: Value, theirs: Value) throws -> Value {
    try merge(base, mine, theirs)
  }
}

extension ThreeWayMerge where Value: AdditiveArithmetic {
  /// Sums both changes: a counter of several processes loses nothing.
  public static var counter: Self {
    Self { base, mine, theirs in theirs + (mine - base) }
  }
}

extension ThreeWayMerge where Value: SetAlgebra {
  /// A set has both sides' insertions and removals.
  public static var members: Self {
    Self { base, mine, theirs in
      let removed = base.subtracting(mine)
      return theirs.subtracting(removed).union(mine.subtracting(base))
    }
  }
}
