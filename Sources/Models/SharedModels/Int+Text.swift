extension Int {
  public func counted(_ thing: String) -> String { "\(grouped) \(thing)\(self == 1 ? "" : "s")" }

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
