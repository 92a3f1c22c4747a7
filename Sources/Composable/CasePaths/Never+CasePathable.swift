extension Never: CasePathable, CasePathIterable {
  /// No case.
  public struct AllCasePaths: CasePathReflectable, Sendable, Sequence {
    /// There is no value to ask for its case.
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
