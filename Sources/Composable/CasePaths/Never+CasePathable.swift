extension Never: CasePathable, CasePathIterable {
  public struct AllCasePaths: CasePathReflectable, Sendable, Sequence {
    public subscript(root: Never) -> PartialCaseKeyPath<Never> {
      \.never
    }

    public func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<Never>]> {
      [].makeIterator()
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
