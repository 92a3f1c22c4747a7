import Foundation
import SQLite
import Testing

struct ConnectionTests {
  private let connection: Connection

  init() throws {
    connection = try Connection(path: ":memory:", busyTimeout: .zero)
    try connection.execute("CREATE TABLE a (number INTEGER, share REAL, text TEXT)")
  }

  @Test("Values survive binding, including NULL")
  func values() throws {
    try connection.run(
      "INSERT INTO a VALUES (?, ?, ?), (?, ?, ?)",
      [Int64.max, 0.5, "a\0b", nil as Int?, nil as Double?, ""])
    #expect(connection.changedRowCount == 2)
    let rows = try connection.query("SELECT number, share, text FROM a ORDER BY rowid") { row in
      "\(row.int64(0)) \(row.optionalDouble(1) ?? -1) \(row.isNull(0)) \(row.text(2).utf8.count)"
    }
    #expect(rows == ["\(Int64.max) 0.5 false 3", "0 -1.0 true 0"])
    #expect(try connection.first("SELECT 1 WHERE ?", [false]) { $0.int(0) } == nil)
    #expect(try connection.first("SELECT ?", [true]) { $0.bool(0) } == true)
    #expect(try connection.first("SELECT NULL") { $0.optionalText(0) } == .some(nil))
  }

  @Test("A column has a name, and the first of two with that name is found")
  func names() throws {
    let positions = try connection.first("SELECT 1 AS one, 2 AS two, 3 AS one") {
      [$0.position(of: "one"), $0.position(of: "two"), $0.position(of: "three")]
    }
    #expect(positions == [0, 1, nil])
  }

  @Test("A failed transaction, also a nested one, is rolled back")
  func transaction() throws {
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      try connection.transaction {
        try connection.run("INSERT INTO a (text) VALUES (?)", ["x"])
        try connection.transaction { throw Failure() }
      }
    }
    #expect(try connection.first("SELECT count(*) FROM a") { $0.int(0) } == 0)
    try connection.transaction { try connection.run("INSERT INTO a (text) VALUES ('y')") }
    #expect(try connection.first("SELECT count(*) FROM a") { $0.int(0) } == 1)
  }

  @Test("An error has a message and a kind")
  func errors() throws {
    let error = #expect(throws: SQLiteError.self) { try connection.execute("SELEKT") }
    #expect(error?.message.contains("syntax error") == true)
    #expect(error?.isBusy == false && error?.isDamage == false && error?.isOutOfSpace == false)
    let missing = #expect(throws: SQLiteError.self) {
      try Connection(path: "/proc/nonexistent/a.db", busyTimeout: .zero)
    }
    #expect(missing?.explanation.contains("No such file") == true)
    #expect(SQLiteError(code: 13, message: "full").isOutOfSpace)
    #expect(SQLiteError(code: 11, message: "damaged").isDamage)
    #expect(SQLiteError(code: 5, message: "locked").isBusy)
    #expect(SQLiteError(code: 8, message: "attempt to write").isReadOnly)
  }

  @Test("A file system without locks is not taken for another program's lock")
  func withoutLocks() {
    let busy = SQLiteError(code: 5, message: "database is locked", systemCode: ENOLCK)
    #expect(busy.isWithoutLocks && !busy.isBusy)
    #expect(!SQLiteError(code: 5, message: "database is locked", systemCode: EAGAIN).isWithoutLocks)
    let sharedMemory: Int32 = 10 | (20 << 8)
    #expect(SQLiteError(code: sharedMemory, message: "", systemCode: EOPNOTSUPP).isWithoutLocks)
    #expect(!SQLiteError(code: sharedMemory, message: "", systemCode: EIO).isWithoutLocks)
  }

  @Test(
    "A file that nobody changes is read with its log, without locks or other files",
    arguments: ["plain", "o dd?name#100%41ä"])
  func unchanging(name: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(component: "sqlite-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(component: "first")
    let writer = try Connection(path: file.path, busyTimeout: .zero)
    try writer.execute("PRAGMA journal_mode = WAL; CREATE TABLE a (number INTEGER)")
    try writer.execute("INSERT INTO a VALUES (1); PRAGMA wal_checkpoint(TRUNCATE)")
    let copy = folder.appending(component: name)
    try FileManager.default.copyItem(at: file, to: copy)
    func numbers() throws -> [Int] {
      let reader = try Connection(unchanging: copy.path)
      let error = #expect(throws: SQLiteError.self) { try reader.run("INSERT INTO a VALUES (9)") }
      #expect(error?.isReadOnly == true)
      return try reader.query("SELECT number FROM a ORDER BY number") { $0.int(0) }
    }
    #expect(try numbers() == [1])
    try writer.execute("INSERT INTO a VALUES (2)")
    try FileManager.default.copyItem(
      atPath: "\(file.path)-wal", toPath: "\(copy.path)-wal")
    #expect(try numbers() == [1, 2])
    #expect(!FileManager.default.fileExists(atPath: "\(copy.path)-shm"))
  }

  @Test("An error of a statement has no number of an earlier system call")
  func systemCode() {
    errno = ENOSPC
    let error = #expect(throws: SQLiteError.self) { try connection.execute("SELEKT") }
    #expect(error?.systemCode == 0)
  }
}
