extension Never: CasePathable, CasePathIterable {
  /// No case.
  public struct AllCasePaths: CasePathReflectable, Sendable, Sequence {
    /// `Never` has no values and no cases.
    public subscript(root: Never) -> PartialCaseKeyPath<Never> {
      \.never
    }

    /// Iterates over nothing.
    public func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<Never>]> {
      [].makeIterator()
    }
  }

  /// No case path.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
