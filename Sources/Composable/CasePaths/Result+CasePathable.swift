extension Result: CasePathable, CasePathIterable {
  /// The two cases.
  public struct AllCasePaths: CasePathReflectable, Sendable, Sequence {
    @inlinable
    init() {}

    /// The case of a success.
    @inlinable
    public var success: AnyCasePath<Result, Success> {
      AnyCasePath(
        embed: { .success($0) },
        extract: { if case .success(let value) = $0 { value } else { nil } })
    }

    /// The case of a failure.
    @inlinable
    public var failure: AnyCasePath<Result, Failure> {
      AnyCasePath(
        embed: { .failure($0) },
        extract: { if case .failure(let error) = $0 { error } else { nil } })
    }

    /// The key path of the case that a result is in.
    public subscript(root: Result) -> PartialCaseKeyPath<Result> {
      switch root {
      case .success: \.success
      case .failure: \.failure
      }
    }

    /// Iterates over the key paths of `success` and `failure`.
    public func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<Result>]> {
      [\.success, \.failure].makeIterator()
    }
  }

  /// The case paths of `success` and `failure`.
  @inlinable
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Case {
  /// The success or the failure of a result.
  // The subscript for all enums would suffice, but the compiler crashes on a key path that needs
  // the conformance of a result of `Void` or of another tuple.
  @inlinable
  public subscript<Success, Failure: Error, Member>(
    dynamicMember keyPath: KeyPath<
      Result<Success, Failure>.AllCasePaths, AnyCasePath<Result<Success, Failure>, Member>
    >
  ) -> Case<Member> where Value == Result<Success, Failure> {
    appending(Result.allCasePaths[keyPath: keyPath])
  }
}

extension Case {
  /// The success or the failure of an optional result: `\.success` is short for `\.some.success`.
  // The one for all optionals would do, but for the same reason.
  @inlinable
  public subscript<Success, Failure: Error, Member>(
    dynamicMember keyPath: KeyPath<
      Result<Success, Failure>.AllCasePaths, AnyCasePath<Result<Success, Failure>, Member>
    >
  ) -> Case<Member> where Value == Result<Success, Failure>? {
    appending(Value.allCasePaths.some).appending(Result.allCasePaths[keyPath: keyPath])
  }
}
