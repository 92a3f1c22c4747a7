import TestPostgres
import Testing

@testable import PostgreSQL

@Suite(.enabled(if: TestPostgres.isInstalled, "\(TestPostgres.installHint)"))
struct PostgresReceiptsTests {
  private let receipts = PostgresReceipts("receipts")

  private func connection(_ address: PostgresAddress) throws -> PostgresConnection {
    try PostgresConnection(address, settings: [], deadline: .now + .seconds(30))
  }

  private func transaction(_ connection: PostgresConnection) -> PostgresTransaction {
    PostgresTransaction(
      connection, .writing, settings: [], limits: PostgresLimits(), receipts: receipts)
  }

  @Test("A commit in flight during the check is not applied later")
  func fence() async throws {
    let address = try await TestPostgres.shared().database()
    let (one, other) = (try connection(address), try connection(address))
    func kept(_ number: Int) throws -> Int? {
      let question = PostgresStatement(
        PostgresReceipts.lastCommitQuery(receipts.table), [one.id, number])
      let rows = try other.exchange([question], deadline: .now + .seconds(30))
      return rows.first.map { PostgresRow(0, of: $0).int(0) }
    }
    let first = PostgresTransaction(one, .writing, settings: [], limits: PostgresLimits())
    try first.execute([
      "CREATE TABLE receipts (\(PostgresReceipts.columns))", "CREATE TABLE a (number bigint)",
    ])
    try first.commit()

    let second = transaction(one)
    try second.run("INSERT INTO a VALUES (1)")
    #expect(try kept(1) == 0)
    #expect(throws: PostgresError.self) { try second.commit() }
    second.rollBack()

    let third = transaction(one)
    try third.run("INSERT INTO a VALUES (2)")
    try third.commit()
    #expect(try kept(2) == 2)
    let numbers = try other.exchange(
      [PostgresStatement("SELECT number FROM a")], deadline: .now + .seconds(30))
    #expect(numbers.map { $0.rowCount } == [1])
  }
}
