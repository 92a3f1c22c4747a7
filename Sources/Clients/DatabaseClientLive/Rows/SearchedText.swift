import DatabaseClient
import SQLite

extension Connection {
  func indexUnspacedText() throws {
    let rows = try query("SELECT recording, title, body FROM texts") { row -> Int64? in
      // The bytes alone rule out most of a large library.
      let mayHave = [1, 2].contains { row.withBytes(of: $0) { $0.contains { $0 >= 0xE0 } } }
      return mayHave ? row.int64(0) : nil
    }
    for row in rows { try row.map(indexUnspacedText(ofRecording:)) }
  }

  func setSearched(_ body: String, recordingRow row: Int64) throws {
    try run("UPDATE texts SET body = ? WHERE recording = ?", [body, row])
    try indexUnspacedText(ofRecording: row)
  }

  func indexUnspacedText(ofRecording row: Int64) throws {
    let text = try first("SELECT title, body FROM texts WHERE recording = ?", [row]) {
      (title: $0.text(0), body: $0.text(1))
    }
    guard let text, SearchText.hasUnspacedText(text.title) || SearchText.hasUnspacedText(text.body)
    else { return try run("DELETE FROM signs WHERE recording = ?", [row]) }
    try run(
      """
      INSERT INTO signs (recording, title, body) VALUES (?, ?, ?)
      ON CONFLICT DO UPDATE SET title = excluded.title, body = excluded.body
      """, [row, SearchText.separated(text.title), SearchText.separated(text.body)])
  }
}
