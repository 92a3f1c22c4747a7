import Styleguide

extension String {
  func padded(to width: Int, isTrailing: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, width - columns))
    return isTrailing ? blanks + self : self + blanks
  }
}
