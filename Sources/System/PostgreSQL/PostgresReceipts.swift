import Foundation

/// What the server keeps of the last transaction of each connection, by which it is found out whether
/// one was kept whose connection was lost at that moment.
///
/// The server's own numbers of transactions do not tell: after a crash it may give one again that it
/// had given to something it has lost. It is a table with the columns of ``columns``, in which each
/// connection has a row. Old rows may be deleted.
public struct PostgresReceipts: Equatable, Sendable {
  /// The name of the table, as it stands in SQL.
  let table: String

  public init(_ table: StaticString) {
    self.table = "\(table)"
  }

  /// What stands in parentheses where the table is made.
  public static let columns = """
    connection uuid PRIMARY KEY,
    -- The last of its transactions that was kept.
    number bigint NOT NULL,
    -- Up to this one, none is kept any more.
    fence bigint NOT NULL DEFAULT 0,
    kept_at timestamptz NOT NULL DEFAULT now()
    """

  /// Written in a connection's transaction, at its end. It fails behind the fence: what was on its way
  /// when the connection was lost must not arrive after the same was done by another one.
  func kept(_ number: Int, by connection: UUID) -> PostgresStatement {
    PostgresStatement(
      """
      INSERT INTO \(table) AS receipts (connection, number) VALUES ($1, $2)
      ON CONFLICT (connection) DO UPDATE SET kept_at = now(), number =
        CASE WHEN receipts.fence < excluded.number THEN excluded.number END
      """, [connection, number])
  }

  /// Waits for whoever writes the receipt just now, and sets the fence. Its row is the number of the
  /// last transaction that was kept.
  static func question(_ table: String) -> String {
    """
    INSERT INTO \(table) AS receipts (connection, number, fence) VALUES ($1, 0, $2)
    ON CONFLICT (connection) DO UPDATE SET fence = excluded.fence RETURNING number
    """
  }
}
