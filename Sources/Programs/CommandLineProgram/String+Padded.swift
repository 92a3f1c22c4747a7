import Styleguide

extension String {
  /// The text in so many columns of a terminal.
  ///
  /// - Parameter isTrailing: Whether it stands at their end, as numbers do.
  func padded(to width: Int, isTrailing: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, width - columns))
    return isTrailing ? blanks + self : self + blanks
  }
}
