import Foundation
import Tagged
import Testing

@testable import DatabaseSQL

struct SQLTests {
  private let postgres = SQLDialect.postgres(parametersBefore: 1)

  @Test("Interpolated values become parameters, numbered in PostgreSQL")
  func parameters() {
    let (name, date) = ("'; DROP TABLE a", Date(timeIntervalSince1970: 2))
    let sql: SQL = "UPDATE a SET name = \(name), date = \(date), note = \(nil as String?)"
    let values: [SQLValue] = [.text(name), .double(2), .text(nil)]
    #expect(
      sql.statement(in: .sqlite)
        == SQLStatement(text: "UPDATE a SET name = ?, date = ?, note = ?", values: values))
    #expect(
      sql.statement(in: postgres)
        == SQLStatement(text: "UPDATE a SET name = $2, date = $3, note = $4", values: values))
    #expect(sql.statement(in: .postgres(parametersBefore: 0)).text.hasSuffix("note = $3"))
  }

  @Test("Each type of Swift has its type of column, also for NULL")
  func types() {
    enum Tag {}
    let id = UUID()
    let sql: SQL = """
      \(true) \(1) \(nil as Int64?) \(nil as Bool?) \(0.5) \(id) \(Tagged<Tag, UUID>(id)) \([id]) \
      \([Tagged<Tag, UUID>(id)]) \(["a"]) \(["a", nil]) \([1, 2])
      """
    #expect(
      sql.statement(in: .sqlite).values == [
        .bool(true), .integer(1), .integer(nil), .bool(nil), .double(0.5), .uuid(id), .uuid(id),
        .uuids([id]), .uuids([id]), .texts(["a"]), .texts(["a", nil]), .integers([1, 2]),
      ])
  }

  @Test("A statement can have parts that only one database reads")
  func dialects() {
    let sql: SQL = """
      SELECT \(SQL(sqlite: "length(\("a"))", postgres: "char_length(\("b"))")) FROM \(raw: "t") \
      WHERE \(library: "t") AND x \(isOneOf: ["c"]) \(SQL.lock)
      """
    #expect(
      sql.statement(in: .sqlite)
        == SQLStatement(
          text: """
            SELECT length(?) FROM t WHERE TRUE AND x IN (SELECT value FROM json_each(?))\u{20}
            """, values: [.text("a"), .texts(["c"])]))
    #expect(
      sql.statement(in: postgres)
        == SQLStatement(
          text: """
            SELECT char_length($2) FROM t WHERE t.library = $1 AND x = ANY ($3) FOR NO KEY UPDATE
            """, values: [.text("b"), .texts(["c"])]))
  }

  @Test("Statements are joined with a separator")
  func joined() {
    let conditions: [SQL] = ["a = \(1)", "b", "c = \(2)"]
    let joined = conditions.joined(separator: " AND ").statement(in: .sqlite)
    #expect(
      joined == SQLStatement(text: "a = ? AND b AND c = ?", values: [1, 2].map(SQLValue.int)))
    #expect(([] as [SQL]).joined(separator: ", ").statement(in: .sqlite).text == "")
  }

  @Test("A row is inserted with its library in PostgreSQL, and can replace that with its key")
  func insertion() {
    let columns: [SQLColumn] = [("a", 1), ("b", 2), ("c", "(SELECT 3)" as SQL)]
    let sql = SQL.insertion(into: "t", columns) + .replacement(columns, keyCount: 2)
    #expect(
      sql.statement(in: .sqlite).text == """
        INSERT INTO t (a, b, c) VALUES (?, ?, (SELECT 3)) \
        ON CONFLICT (a, b) DO UPDATE SET c = excluded.c
        """)
    #expect(
      sql.statement(in: postgres).text == """
        INSERT INTO t (library, a, b, c) VALUES ($1, $2, $3, (SELECT 3)) \
        ON CONFLICT (library, a, b) DO UPDATE SET c = excluded.c
        """)
  }
}

extension SQLValue {
  fileprivate static func int(_ value: Int) -> Self { .integer(Int64(value)) }
}
