extension String {
  public var firstLetterUppercased: String { prefix(1).uppercased() + dropFirst() }

  /// An error's text as screens show it.
  public var sentence: String {
    firstLetterUppercased + (last.map { ".?!\u{2026}".contains($0) } ?? true ? "" : ".")
  }
}
