/// Detection of connection poolers that share backends.
///
/// In session mode, a pooler gives each client a backend for as long as it is connected. In
/// transaction mode, a client without a transaction has none: its settings and prepared statements
/// stay with a backend that others use, and it receives no notifications.
///
/// A setting or a lock that survives a transaction proves nothing, since a pooler often assigns the
/// same backend again. But in session mode, two open connections never have the same backend, and
/// keep theirs. In transaction mode, both get the backend that was released last (PgBouncer's
/// default), or all take turns, so that two transactions in a row have two backends. Other clients
/// can hide that for a moment, so several rounds are compared. Not detected if several poolers share
/// an address, as with PgBouncer's `so_reuseport`, and the connections reach different ones.
extension PostgresConnection {
  private static let rounds = 3

  func hasOwnBackend(
    beside other: PostgresConnection, deadline: ContinuousClock.Instant
  ) throws(PostgresError) -> Bool {
    guard backend != other.backend
    else { return false }
    for _ in 1...Self.rounds {
      guard try currentBackend(deadline: deadline) == backend,
        try currentBackend(deadline: deadline) == backend,
        try other.currentBackend(deadline: deadline) == other.backend
      else { return false }
    }
    return true
  }
}

extension PostgresError {
  static let sharedBackends = Self(
    .refused,
    "its connection pooler does not keep sessions: use session mode, which is "
      + "'pool_mode = session' in PgBouncer")
}
