extension Int {
  /// So many things: `1 memo`, `1,234 memos`.
  ///
  /// - Parameter thing: What one of them is called; several end with an s.
  public func counted(_ thing: String) -> String { "\(grouped) \(thing)\(self == 1 ? "" : "s")" }

  /// The number with a comma after every third digit from the end: `1,234,567`.
  public var grouped: String {
    let digits = String(magnitude)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return self < 0 ? "-" + text : text
  }
}
