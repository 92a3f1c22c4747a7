import SQLite
import Testing

struct WordTokenizerTests {
  @Test("Words are lowercase, without accents, and have positions")
  func words() throws {
    let text = "Éclair, l'ÉTÉ-2026 ß 会議 na\u{308}ive\u{0}x"
    let words = try WordTokenizer().words(in: text)
    #expect(
      words.map(\.text) == ["eclair", "l", "ete", "2026", "ß", "会議", "naive", "x"])
    let bytes = Array(text.utf8)
    #expect(
      words.prefix(3).map { String(decoding: bytes[$0.place], as: UTF8.self) }
        == ["Éclair", "l", "ÉTÉ"])
    #expect(try WordTokenizer().words(in: "").isEmpty)
    #expect(try WordTokenizer().words(in: " -- ").isEmpty)
  }

  @Test("Words match the index of a table with the same tokenizer")
  func table() throws {
    let connection = try Connection(path: Connection.inMemory, busyTimeout: .zero)
    try connection.execute(
      """
      CREATE VIRTUAL TABLE texts USING fts5 (text, tokenize = "unicode61 remove_diacritics 2");
      CREATE VIRTUAL TABLE words USING fts5vocab (texts, instance);
      """)
    let tokenizer = try WordTokenizer()
    var generator = Numbers()
    for _ in 1...200 {
      let text = String(
        String.UnicodeScalarView(
          (0..<40).compactMap { _ in
            Unicode.Scalar(
              [UInt32(0x7f), 0x250, 0x600, 0x3000, 0xffff, 0x1ffff].randomElement(using: &generator)
                .map { UInt32.random(in: 1...$0, using: &generator) } ?? 1)
          }))
      try connection.run("DELETE FROM texts")
      try connection.run("INSERT INTO texts VALUES (?)", [text])
      let indexed = try connection.query("SELECT term FROM words ORDER BY offset") { $0.text(0) }
      #expect(tokenizer.words(in: text).map(\.text) == indexed, "\(text.debugDescription)")
    }
  }

  /// The same each time, of all sizes.
  private struct Numbers: RandomNumberGenerator {
    private var state: UInt64 = 1

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state ^ state >> 29) &* 0xbf58_476d_1ce4_e5b9
    }
  }

  @Test("An unsupported tokenizer is reported")
  func unknown() {
    #expect(throws: SQLiteError.self) { try WordTokenizer("nonsense", []) }
    #expect(throws: SQLiteError.self) { try WordTokenizer("unicode61", ["nonsense", "2"]) }
  }
}
