import Foundation

/// A table with each connection's last commit, to find out whether a lost commit took effect.
/// Transaction ids can't serve: a crash may reuse them. Old rows may be deleted.
public struct PostgresReceipts: Equatable, Sendable {
  let table: String

  public init(_ table: StaticString) {
    self.table = "\(table)"
  }

  public static let columns = """
    connection uuid PRIMARY KEY,
    -- The number of its last committed transaction.
    number bigint NOT NULL,
    -- Transactions up to this number can no longer commit.
    fence bigint NOT NULL DEFAULT 0,
    kept_at timestamptz NOT NULL DEFAULT now()
    """

  /// Fails behind the fence, so that a commit in flight can't take effect after its retry.
  func insertion(of number: Int, by connection: UUID) -> PostgresStatement {
    PostgresStatement(
      """
      INSERT INTO \(table) AS receipts (connection, number) VALUES ($1, $2)
      ON CONFLICT (connection) DO UPDATE SET kept_at = now(), number =
        CASE WHEN receipts.fence < excluded.number THEN excluded.number END
      """, [connection, number])
  }

  /// Waits for a commit in flight, sets the fence, and returns the last committed number.
  static func lastCommitQuery(_ table: String) -> String {
    """
    INSERT INTO \(table) AS receipts (connection, number, fence) VALUES ($1, 0, $2)
    ON CONFLICT (connection) DO UPDATE SET fence = excluded.fence RETURNING number
    """
  }
}
