extension Case {
  /// The operations on a case, and ``CaseFunctions/never``.
  ///
  /// Not members of `Case` itself, because a key path would refer to them instead of an enum's case
  /// of the same name.
  @_disfavoredOverload
  public subscript<Member>(dynamicMember keyPath: KeyPath<CaseFunctions<Value>, Member>) -> Member {
    CaseFunctions(base: self)[keyPath: keyPath]
  }
}

/// Operations on a ``Case``. Use them as its members.
public struct CaseFunctions<Value>: Sendable {
  fileprivate let base: Case<Value>

  /// The case that a value which cannot exist has.
  public var never: Case<Never> {
    @Sendable func absurd<Anything>(_ never: Never) -> Anything {}
    return base.appending(AnyCasePath(embed: absurd, extract: { _ in nil }))
  }

  /// Makes the root that holds a value in the case: `path.embed(value)`.
  public var embed: @Sendable (Value) -> Any {
    { [base] value in base.route?.embed(value) ?? value }
  }

  /// Finds the value of the case: `path.extract(from: root)`.
  public var extract: CaseExtraction<Value> { CaseExtraction(base: base) }
}

/// Finds the value of a case.
public struct CaseExtraction<Value>: Sendable {
  fileprivate let base: Case<Value>

  /// The value of the case, or `nil` where `root` is in another case or not of the root's type.
  public func callAsFunction(from root: Any) -> Value? {
    guard let route = base.route
    else { return root as? Value }
    return route.extract(from: root)
  }
}
