extension String {
  public var firstLetterUppercased: String { prefix(1).uppercased() + dropFirst() }
}
