import PostgreSQL
import SharedModels
import StoredTranscript

extension String {
  /// As a column holds it. The server takes no text with the sign of number 0 in it, which a title or
  /// a word may have: it is written as two others, and so is the first of those.
  var column: String {
    utf8.contains { $0 < 2 }
      ? String(
        unicodeScalars.map { scalar in
          scalar == "\0" ? "\u{1}0" : scalar == "\u{1}" ? "\u{1}1" : String(scalar)
        }.joined())
      : self
  }

  /// What ``column`` has made a column of.
  init(column: String) {
    guard column.utf8.contains(1)
    else {
      self = column
      return
    }
    self = column.replacing("\u{1}0", with: "\0").replacing("\u{1}1", with: "\u{1}")
  }

  /// JSON that the server has made of columns, with their texts as they were.
  init(columnsInJSON json: String) {
    self = json.replacing(#"\u00010"#, with: #"\u0000"#).replacing(#"\u00011"#, with: #"\u0001"#)
  }
}

extension PostgresRow {
  /// A text as it was before it was written to a column.
  func string(_ column: Int32) -> String { String(column: text(column)) }

  /// The same, `nil` for `NULL`.
  func optionalString(_ column: Int32) -> String? { isNull(column) ? nil : string(column) }

  /// A length in seconds.
  func duration(_ column: Int32) throws -> Duration {
    guard let duration = Duration(secondsToMillisecond: double(column))
    else { throw ColumnError(text: "\(double(column))") }
    return duration
  }
}
