import DatabaseSQL
import Foundation
import Testing

struct SQLRowTests {
  @Test("Columns are read by name, in any order")
  func names() throws {
    let positions = ColumnPositions()
    let row = SQLRow(Columns(["a": "1", "b": nil, "c": "3.5"]), positions)
    for _ in 1...2 {
      #expect(row.text("c") == "3.5" && row.int("a") == 1 && row.optionalText("b") == nil)
      #expect(row.isNull("b") && row.optionalInt("a") == 1 && row.optionalInt64("b") == nil)
      #expect(row.date("c") == Date(timeIntervalSince1970: 3.5) && row.optionalDate("b") == nil)
      #expect(try row.duration("c") == .milliseconds(3_500))
    }
    #expect(throws: (any Error).self) {
      try SQLRow(Columns(["a": "nan"]), ColumnPositions()).duration("a")
    }
  }

  @Test("A name is looked up once for all rows of a statement")
  func lookups() {
    let (positions, columns) = (ColumnPositions(), Columns(["a": "1", "b": "2", "c": nil]))
    for number in 1...100 {
      let row = SQLRow(columns, positions)
      #expect(row.text("a") == "1")
      // A column that not every row needs.
      if number.isMultiple(of: 3) { #expect(row.optionalText("c") == nil) }
      #expect(row.text("b") == "2")
    }
    #expect(columns.lookups.values == ["a", "b", "c"])
  }
}

private struct Columns: SQLColumns {
  final class Lookups {
    var values: [String] = []
  }

  let lookups = Lookups()
  private let names: [String]
  private let texts: [String?]

  init(_ values: KeyValuePairs<String, String?>) {
    names = values.map(\.key)
    texts = values.map(\.value)
  }

  func position(of name: StaticString) -> Int32? {
    lookups.values.append("\(name)")
    return names.firstIndex(of: "\(name)").map { Int32($0) }
  }

  func bool(_ position: Int32) -> Bool { text(position) == "true" }
  func double(_ position: Int32) -> Double { Double(text(position)) ?? 0 }
  func int64(_ position: Int32) -> Int64 { Int64(text(position)) ?? 0 }
  func isNull(_ position: Int32) -> Bool { texts[Int(position)] == nil }
  func json(_ position: Int32) -> String { text(position) }
  func text(_ position: Int32) -> String { texts[Int(position)] ?? "" }
  func texts(_ position: Int32) -> [String] { [text(position)] }
  func uuid(_ position: Int32) -> UUID { UUID() }
}
