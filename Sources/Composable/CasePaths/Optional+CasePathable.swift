extension Optional: CasePathable, CasePathIterable {
  /// The cases of an optional and, under their own names, those of its wrapped value.
  @dynamicMemberLookup
  public struct AllCasePaths: CasePathReflectable, Sendable, Sequence {
    @inlinable
    init() {}

    /// The case without a value.
    @inlinable
    public var none: AnyCasePath<Wrapped?, Void> {
      AnyCasePath(embed: { .none }, extract: { $0 == nil ? () : nil })
    }

    /// The case with a value.
    @inlinable
    public var some: AnyCasePath<Wrapped?, Wrapped> {
      AnyCasePath(embed: { $0 }, extract: { $0 })
    }

    /// A case of the wrapped value's: `\.failed` is short for `\.some.failed`.
    @inlinable
    public subscript<Member>(
      dynamicMember keyPath: KeyPath<Wrapped.AllCasePaths, AnyCasePath<Wrapped, Member>>
    ) -> AnyCasePath<Wrapped?, Member> where Wrapped: CasePathable {
      some.appending(path: Wrapped.allCasePaths[keyPath: keyPath])
    }

    /// A case of the wrapped value's with an optional value: `nil` is embedded as `nil`.
    @_disfavoredOverload
    public subscript<Member>(
      dynamicMember keyPath: KeyPath<Wrapped.AllCasePaths, AnyCasePath<Wrapped, Member>>
    ) -> AnyCasePath<Wrapped?, Member?> where Wrapped: CasePathable {
      let path = Wrapped.allCasePaths[keyPath: keyPath]
      return AnyCasePath(
        _embed: { $0.map(path.embed) },
        _extract: { $0.flatMap(path.extract(from:)).map { $0 } })
    }

    /// The key path of the case that an optional is in.
    public subscript(root: Wrapped?) -> PartialCaseKeyPath<Wrapped?> {
      root == nil ? \.none : \.some
    }

    /// Iterates over the key paths of `none` and `some`.
    public func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<Wrapped?>]> {
      [\.none, \.some].makeIterator()
    }
  }

  /// The case paths of `none` and `some`.
  @inlinable
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Case {
  /// The case of an optional, or of its wrapped value.
  // For the same reason as that of a result: an optional of a tuple.
  @inlinable
  public subscript<Wrapped, Member>(
    dynamicMember keyPath: KeyPath<Wrapped?.AllCasePaths, AnyCasePath<Wrapped?, Member>>
  ) -> Case<Member> where Value == Wrapped? {
    appending(Value.allCasePaths[keyPath: keyPath])
  }
}
