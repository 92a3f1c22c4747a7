import DatabaseSQL

extension LibrarySession {
  func addSearchedTitle(_ title: String, recordingRow row: Int64) throws {
    try run(
      """
      INSERT INTO texts (library, recording, body, words)
      VALUES ($1, \(row), '', array_to_tsvector(\(lexemes(title: title, body: ""))))
      """)
  }

  func setSearchedBody(_ body: String, recordingRow row: Int64) throws {
    let title = try first("SELECT title FROM recordings WHERE library = $1 AND row = \(row)") {
      $0.text("title")
    }
    try set(title: title ?? "", body: body, recordingRow: row)
  }

  func setSearchedTitle(_ title: String, recordingRow row: Int64) throws {
    let body = try first("SELECT body FROM texts WHERE library = $1 AND recording = \(row)") {
      $0.text("body")
    }
    try set(title: title, body: body ?? "", recordingRow: row)
  }

  private func set(title: String, body: String, recordingRow row: Int64) throws {
    try run(
      """
      UPDATE texts
      SET body = \(body), words = array_to_tsvector(\(lexemes(title: title, body: body)))
      WHERE library = $1 AND recording = \(row)
      """)
  }

  private func lexemes(title: String, body: String) -> [String] {
    IndexedWords(title: title, body: body).lexemes(of: library)
  }
}
