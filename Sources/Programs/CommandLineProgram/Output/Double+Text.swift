extension Double {
  var inHundredths: String {
    let number = Int((self * 100).rounded())
    let (whole, part) = (number / 100, number % 100)
    guard part > 0
    else { return "\(whole)" }
    let digits = part < 10 ? "0\(part)" : "\(part)"
    return "\(whole).\(digits.hasSuffix("0") ? String(digits.dropLast()) : digits)"
  }
}
