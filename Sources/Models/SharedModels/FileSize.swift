extension Int64 {
  public var fileSize: String {
    guard magnitude >= 1000
    else { return "\(self) byte\(magnitude == 1 ? "" : "s")" }
    var amount = Double(self)
    var unit = ""
    for next in ["KB", "MB", "GB", "TB", "PB", "EB"] where unit.isEmpty || amount.magnitude >= 999.5
    {
      amount /= 1000
      unit = next
    }
    let tenths = (amount * 10).rounded() / 10
    return tenths.magnitude < 10 ? "\(tenths) \(unit)" : "\(Int64(amount.rounded())) \(unit)"
  }
}
