import PostgreSQL

/// A transaction about one library. Its number stands for `$1` in each statement: what is asked for
/// is of that library by the words of the statement, and by the server's policies as well.
struct LibrarySession {
  let transaction: PostgresTransaction
  let library: Int
  /// How many of the newest memos a search looks through before it asks the index.
  let searchStep: Int

  init(_ transaction: PostgresTransaction, library: Int, searchStep: Int = 1_000) {
    self.library = library
    self.searchStep = searchStep
    self.transaction = transaction
  }

  /// Runs a statement, and returns how many rows it has changed.
  @discardableResult
  func run(_ sql: String, _ values: [any PostgresValue] = []) throws -> Int {
    try transaction.run(sql, [library] + values)
  }

  /// The rows of a query, each made by `row`.
  func query<Value>(
    _ sql: String, _ values: [any PostgresValue] = [], isKept: Bool = true,
    row: (PostgresRow) throws -> Value
  ) throws -> [Value] {
    try transaction.query(sql, [library] + values, isKept: isKept, row: row)
  }

  /// The first row of a query, or `nil` where it has none.
  func first<Value>(
    _ sql: String, _ values: [any PostgresValue] = [], row: (PostgresRow) throws -> Value
  ) throws -> Value? {
    try transaction.first(sql, [library] + values, row: row)
  }

  /// The rows of a query that has very many.
  func forEachRow(
    of sql: String, _ values: [any PostgresValue] = [], as name: StaticString = "rows",
    _ body: (PostgresRow) throws -> Void
  ) throws {
    try transaction.forEachRow(of: sql, [library] + values, as: name, body)
  }
}
