/// What is done at a server as one: all of it happens, or nothing. It begins with its first statement.
///
/// Valid only within the work that it is given to.
public final class PostgresTransaction {
  /// What a transaction may do, and what it sees.
  enum Mode {
    /// It sees what was there when it began, and changes nothing.
    case reading
    /// Each statement sees what is there by then.
    case writing
  }

  private let connection: PostgresConnection
  /// How long the server may take to answer.
  private let allowance: Duration
  private let isWriting: Bool
  /// What is sent with the first statement.
  private var beginning: [PostgresStatement]
  /// What is done at the end, before it is all kept.
  private var ending: [PostgresStatement] = []
  private var failure: PostgresError?
  private var hasBegun = false
  /// Where receipts are written, and its number there.
  private let receipt: (receipts: PostgresReceipts, number: Int)?
  /// Whether something was done that must not be done again.
  private(set) var isOnce = false

  /// - Parameter limit: How long one statement may take; `nil` for as long as usual.
  init(
    _ connection: PostgresConnection, _ mode: Mode, settings: [PostgresSetting],
    limits: PostgresLimits, limit: Duration? = nil, receipts: PostgresReceipts? = nil
  ) {
    self.connection = connection
    // The server is to say that it took too long; it cannot where it is gone.
    allowance = (limit ?? limits.statement) + limits.connecting
    isWriting = mode == .writing
    let settings = settings + (limit.map(PostgresLimits.settings) ?? [])
    receipt = isWriting ? receipts.map { ($0, connection.nextNumber()) } : nil
    beginning = [PostgresStatement(isWriting ? "BEGIN" : Self.reading)]
    guard !settings.isEmpty
    else { return }
    let places = settings.indices.map { "set_config($\($0 * 2 + 1), $\($0 * 2 + 2), true)" }
    beginning.append(
      PostgresStatement(
        "SELECT \(places.joined(separator: ", "))", settings.flatMap { [$0.name, $0.value] }))
  }

  private static let reading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

  /// Runs a statement, and returns how many rows it has changed.
  @discardableResult
  public func run(_ sql: String, _ values: [any PostgresValue] = []) throws -> Int {
    try result(PostgresStatement(sql, values)).changedRowCount
  }

  /// The rows of a query, each made by `row`.
  ///
  /// - Parameter isKept: Whether the server keeps how it does it for the next time; not where that is
  ///   better done otherwise for other values.
  public func query<Value>(
    _ sql: String, _ values: [any PostgresValue] = [], isKept: Bool = true,
    row: (PostgresRow) throws -> Value
  ) throws -> [Value] {
    let result = try result(PostgresStatement(sql, values, isKept: isKept))
    return try (0..<result.rowCount).map { try row(PostgresRow($0, of: result)) }
  }

  /// The first row of a query, or `nil` where it has none.
  public func first<Value>(
    _ sql: String, _ values: [any PostgresValue] = [], row: (PostgresRow) throws -> Value
  ) throws -> Value? {
    let result = try result(PostgresStatement(sql, values))
    return result.rowCount == 0 ? nil : try row(PostgresRow(0, of: result))
  }

  /// The rows of a query that has very many, a thousand at a time, so that few are in memory.
  ///
  /// - Parameter name: What tells it from others that go on meanwhile.
  public func forEachRow(
    of sql: String, _ values: [any PostgresValue] = [], as name: StaticString = "rows",
    _ body: (PostgresRow) throws -> Void
  ) throws {
    try run("DECLARE \(name) NO SCROLL CURSOR FOR \(sql)", values)
    while true {
      let result = try result(PostgresStatement("FETCH 1000 FROM \(name)"))
      guard result.rowCount > 0
      else { break }
      for index in 0..<result.rowCount { try body(PostgresRow(index, of: result)) }
    }
    try run("CLOSE \(name)")
  }

  /// Runs statements that return nothing and take no values, all of them sent at once.
  public func execute(_ statements: [String]) throws {
    _ = try results(statements.map { PostgresStatement($0, isKept: false) })
  }

  /// Has a statement run at the end, together with what keeps it all.
  public func atEnd(_ sql: String, _ values: [any PostgresValue] = []) {
    ending.append(PostgresStatement(sql, values))
  }

  /// Says that from here on something is done that must not be done twice: where the connection is
  /// lost now, the work is not begun again.
  public func willNotRepeat() { isOnce = true }

  private func result(_ statement: PostgresStatement) throws(PostgresError) -> PostgresResult {
    let results = try results([statement])
    guard let result = results.last
    else { throw PostgresError(.lost, "the server did not answer") }
    return result
  }

  private func results(_ statements: [PostgresStatement]) throws(PostgresError) -> [PostgresResult]
  {
    if let failure { throw failure }
    do throws(PostgresError) {
      let beginning = beginning
      self.beginning = []
      hasBegun = true
      let results = try connection.exchange(beginning + statements, deadline: .now + allowance)
      return Array(results.dropFirst(beginning.count))
    } catch {
      failure = error
      throw error
    }
  }

  /// Keeps what was done.
  ///
  /// - Throws: ``PostgresError``, of the kind `lost` where it is not known whether it is kept.
  func commit() throws(PostgresError) {
    if let failure { throw failure }
    guard hasBegun
    else { return }
    guard isWriting
    else {
      // It says nothing that matters, and is read before whatever is done next.
      connection.send(only: [PostgresStatement("COMMIT")], deadline: .now + allowance)
      return
    }
    if let receipt { ending.append(receipt.receipts.kept(receipt.number, by: connection.id)) }
    do throws(PostgresError) {
      _ = try connection.exchange(
        ending + [PostgresStatement("COMMIT")], deadline: .now + allowance)
    } catch {
      failure = error
      throw error
    }
  }

  /// The connection's number of this transaction, if there will be a receipt.
  var number: Int? { receipt?.number }

  /// Undoes what was done.
  func rollBack() {
    guard hasBegun, connection.isUsable
    else { return }
    connection.send(only: [PostgresStatement("ROLLBACK")], deadline: .now + allowance)
  }
}

/// What holds for one transaction: a setting of the server's, or one of ours that policies read.
public struct PostgresSetting: Equatable, Sendable {
  let name: String
  let value: String

  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
