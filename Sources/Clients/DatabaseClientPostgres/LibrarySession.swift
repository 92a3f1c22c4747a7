import PostgreSQL

/// A transaction on one library, whose number is `$1` in each statement.
struct LibrarySession {
  let transaction: PostgresTransaction
  let library: Int
  /// The number of newest memos that a search scans before it uses the index.
  let searchStep: Int

  init(_ transaction: PostgresTransaction, library: Int, searchStep: Int = 1_000) {
    self.library = library
    self.searchStep = searchStep
    self.transaction = transaction
  }

  @discardableResult
  func run(_ sql: String, _ values: [any PostgresValue] = []) throws -> Int {
    try transaction.run(sql, [library] + values)
  }

  func query<Value>(
    _ sql: String, _ values: [any PostgresValue] = [], row: (PostgresRow) throws -> Value
  ) throws -> [Value] {
    try transaction.query(sql, [library] + values, row: row)
  }

  func first<Value>(
    _ sql: String, _ values: [any PostgresValue] = [], row: (PostgresRow) throws -> Value
  ) throws -> Value? {
    try transaction.first(sql, [library] + values, row: row)
  }

  func forEachRow(of sql: String, _ body: (PostgresRow) throws -> Void) throws {
    try transaction.forEachRow(of: sql, [library], body)
  }
}
