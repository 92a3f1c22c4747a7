/// A transaction, valid only within its work. It begins with the first statement.
public final class PostgresTransaction {
  enum Mode {
    case reading
    case writing
  }

  private let connection: PostgresConnection
  private let allowance: Duration
  private let isWriting: Bool
  private var beginning: [PostgresStatement]
  private var ending: [PostgresStatement] = []
  private var failure: PostgresError?
  private var hasBegun = false
  private let receipt: (receipts: PostgresReceipts, number: Int)?
  private(set) var retriesDisabled = false

  init(
    _ connection: PostgresConnection, _ mode: Mode, settings: [PostgresSetting],
    limits: PostgresLimits, limit: Duration? = nil, receipts: PostgresReceipts? = nil
  ) {
    self.connection = connection
    // Leaves the server time to report its own timeout.
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

  @discardableResult
  public func run(_ sql: String, _ values: [any PostgresValue] = []) throws -> Int {
    try result(PostgresStatement(sql, values)).changedRowCount
  }

  /// - Parameter isPrepared: Whether to prepare it. False if the best plan depends on the values.
  public func query<Value>(
    _ sql: String, _ values: [any PostgresValue] = [], isPrepared: Bool = true,
    row: (PostgresRow) throws -> Value
  ) throws -> [Value] {
    let result = try result(PostgresStatement(sql, values, isPrepared: isPrepared))
    return try (0..<result.rowCount).map { try row(PostgresRow($0, of: result)) }
  }

  public func first<Value>(
    _ sql: String, _ values: [any PostgresValue] = [], row: (PostgresRow) throws -> Value
  ) throws -> Value? {
    let result = try result(PostgresStatement(sql, values))
    return result.rowCount == 0 ? nil : try row(PostgresRow(0, of: result))
  }

  /// Reads a large result 1,000 rows at a time, through a cursor.
  public func forEachRow(
    of sql: String, _ values: [any PostgresValue] = [], _ body: (PostgresRow) throws -> Void
  ) throws {
    try run("DECLARE rows NO SCROLL CURSOR FOR \(sql)", values)
    while true {
      let result = try result(PostgresStatement("FETCH 1000 FROM rows"))
      guard result.rowCount > 0
      else { break }
      for index in 0..<result.rowCount { try body(PostgresRow(index, of: result)) }
    }
    try run("CLOSE rows")
  }

  public func execute(_ statements: [String]) throws {
    _ = try results(statements.map { PostgresStatement($0, isPrepared: false) })
  }

  public func beforeCommit(_ sql: String, _ values: [any PostgresValue] = []) {
    ending.append(PostgresStatement(sql, values))
  }

  public func disableRetries() { retriesDisabled = true }

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

  /// Throws a `lost` error if the outcome is unknown.
  func commit() throws(PostgresError) {
    if let failure { throw failure }
    guard hasBegun
    else { return }
    guard isWriting
    else {
      connection.send(only: [PostgresStatement("COMMIT")], deadline: .now + allowance)
      return
    }
    if let receipt {
      ending.append(receipt.receipts.insertion(of: receipt.number, by: connection.id))
    }
    do throws(PostgresError) {
      _ = try connection.exchange(
        ending + [PostgresStatement("COMMIT")], deadline: .now + allowance)
    } catch {
      failure = error
      throw error
    }
  }

  var number: Int? { receipt?.number }

  func rollBack() {
    guard hasBegun, connection.isUsable
    else { return }
    connection.send(only: [PostgresStatement("ROLLBACK")], deadline: .now + allowance)
  }
}

/// A server setting, or one of ours that row policies read, for a connection or a transaction.
public struct PostgresSetting: Equatable, Sendable {
  let name: String
  let value: String

  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
