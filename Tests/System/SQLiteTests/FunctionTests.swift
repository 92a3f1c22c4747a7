import SQLite
import Testing

struct FunctionTests {
  @Test("A function of a text is used in queries and returns NULL for NULL")
  func define() throws {
    let connection = try Connection(path: Connection.inMemory, busyTimeout: .zero)
    try connection.define("folded") { $0.lowercased() }
    let texts = try connection.query(
      "SELECT folded('ÜB'), folded(''), folded(NULL), folded(?)", ["É"]
    ) { row in (0...3).map { row.optionalText($0) } }
    #expect(texts == [["üb", "", nil, "é"]])
    try connection.define("folded") { _ in "other" }
    #expect(try connection.first("SELECT folded('a')") { $0.text(0) } == "other")
  }

  @Test(
    "Marked text equals highlighted text",
    arguments: [
      "well", "\"well known\" OR known", "uber OR 10", "o*", "\"one two\" OR two OR one",
      "\"two one\" OR \"one two\"", "title : one", "one AND x", "fact*", "st* OR str*",
    ])
  func marked(query: String) throws {
    let connection = try Connection(path: Connection.inMemory, busyTimeout: .zero)
    try connection.defineMarked()
    try connection.defineMarked()
    try connection.execute("CREATE VIRTUAL TABLE texts USING fts5 (title, body, prefix = '2 3')")
    for text in [
      "a well-known fact, well", "", "über Straße 10", "x", "one two one two three", "one",
      "(one) two.", "strasse str",
    ] {
      try connection.run("INSERT INTO texts VALUES ('one title', ?)", [text])
    }
    let rows = try connection.query(
      """
      SELECT marked(texts, 1, '{', '}'), highlight(texts, 1, '{', '}'),
        marked(texts, 0, '<b>', ''), highlight(texts, 0, '<b>', '') FROM texts WHERE texts MATCH ?
      """, [query]
    ) { row in (0...3).map { row.text($0) } }
    #expect(!rows.isEmpty)
    for row in rows {
      #expect(row[0] == row[1])
      #expect(row[2] == row[3])
    }
  }

  // FTS5's `highlight` copies its whole result at each match, which takes longer than the limit.
  @Test("A long text is marked in linear time", .timeLimit(.minutes(10)))
  func manyMatches() throws {
    let connection = try Connection(path: Connection.inMemory, busyTimeout: .zero)
    try connection.defineMarked()
    try connection.execute("CREATE VIRTUAL TABLE texts USING fts5 (body)")
    let words = (0..<800_000).map { "alph\($0)" }
    let gap = String(repeating: ".", count: 60)
    try connection.run("INSERT INTO texts VALUES (?)", [words.joined(separator: gap)])
    let text = try connection.first(
      "SELECT marked(texts, 0, '{', '}') FROM texts WHERE texts MATCH 'alph*'"
    ) { $0.text(0) }
    #expect(text == words.map { "{\($0)}" }.joined(separator: gap))
  }
}
