extension String {
  /// The text as a sentence begins: `the disk is full` becomes `The disk is full`. The rest stays
  /// as it is.
  public var firstLetterUppercased: String { prefix(1).uppercased() + dropFirst() }
}
