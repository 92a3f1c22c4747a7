/// Detection of connection poolers that share backends. In session mode, a client keeps a backend
/// as long as it is connected. In transaction mode, its settings and prepared statements stay with
/// a backend that others use, and it receives no notifications. A setting or a lock that survives a
/// transaction proves nothing, since a pooler often assigns the same backend again. But in session
/// mode, two open connections never have the same backend. In transaction mode, both get the one
/// released last (PgBouncer's default), or take turns, so that two transactions in a row have two.
/// Other clients can hide that for a moment, so several rounds are compared. Several poolers at one
/// address (PgBouncer's `so_reuseport`) may not be detected.
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
