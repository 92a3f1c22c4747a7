extension String {
  /// PostgreSQL text can't contain U+0000. It and the escape U+0001 become two characters.
  var column: String {
    utf8.contains { $0 < 2 }
      ? String(
        unicodeScalars.map { scalar in
          scalar == "\0" ? "\u{1}0" : scalar == "\u{1}" ? "\u{1}1" : String(scalar)
        }.joined())
      : self
  }

  init(column: String) {
    guard column.utf8.contains(1)
    else {
      self = column
      return
    }
    self = column.replacing("\u{1}0", with: "\0").replacing("\u{1}1", with: "\u{1}")
  }

  init(columnsInJSON json: String) {
    self = json.replacing(#"\u00010"#, with: #"\u0000"#).replacing(#"\u00011"#, with: #"\u0001"#)
  }
}
