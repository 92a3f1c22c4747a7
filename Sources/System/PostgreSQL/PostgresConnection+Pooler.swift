/// Detection of poolers that share backends. In session mode, a client keeps a backend while it is
/// connected. In transaction mode, settings and prepared statements stay with a backend that others
/// use, and no notifications arrive. A setting or lock that survives a transaction proves nothing:
/// poolers often assign the same backend again. But only in transaction mode do two connections
/// share a backend (PgBouncer's default) or take turns. Other clients can hide that for a moment:
/// several rounds are compared. Poolers behind one address (`so_reuseport`) may not be detected.
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
