import DatabaseClient
import DatabaseSQL
import SQLite

extension LibrarySession {
  func addSearchedTitle(_ title: String, recordingRow row: Int64) throws {
    try run("INSERT INTO texts (recording, title, body) VALUES (\(row), \(title), '')")
    try connection.indexUnspacedText(ofRecording: row)
  }

  func setSearchedBody(_ body: String, recordingRow row: Int64) throws {
    try run("UPDATE texts SET body = \(body) WHERE recording = \(row)")
    try connection.indexUnspacedText(ofRecording: row)
  }

  func setSearchedTitle(_ title: String, recordingRow row: Int64) throws {
    try run("UPDATE texts SET title = \(title) WHERE recording = \(row)")
    try connection.indexUnspacedText(ofRecording: row)
  }
}

extension Connection {
  func indexUnspacedText() throws {
    let rows = try query(sql: "SELECT recording, title, body FROM texts") { row in
      SearchText.hasUnspacedText(row.text("title")) || SearchText.hasUnspacedText(row.text("body"))
        ? row.int64("recording") : nil
    }
    for row in rows { try row.map(indexUnspacedText(ofRecording:)) }
  }

  fileprivate func indexUnspacedText(ofRecording row: Int64) throws {
    let text = try first(sql: "SELECT title, body FROM texts WHERE recording = \(row)") {
      (title: $0.text("title"), body: $0.text("body"))
    }
    guard let text, SearchText.hasUnspacedText(text.title) || SearchText.hasUnspacedText(text.body)
    else {
      try run(sql: "DELETE FROM signs WHERE recording = \(row)")
      return
    }
    try run(
      sql: """
        INSERT INTO signs (recording, title, body)
        VALUES (\(row), \(SearchText.separated(text.title)), \(SearchText.separated(text.body)))
        ON CONFLICT DO UPDATE SET title = excluded.title, body = excluded.body
        """)
  }
}
