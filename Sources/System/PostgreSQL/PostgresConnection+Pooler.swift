/// Detects poolers that share backends. In transaction mode, settings and prepared statements stay
/// with a shared backend, and no notifications arrive. A setting or lock that survives proves
/// nothing: poolers often assign the same backend again. But only in that mode do two connections
/// share a backend (PgBouncer's default) or take turns, which others can hide: several rounds are
/// compared. Poolers behind one address (`so_reuseport`) may not be detected.
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
