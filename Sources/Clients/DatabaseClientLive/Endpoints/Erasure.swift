import DatabaseSQL
import SQLite

/// SQLite's log keeps deleted data until a checkpoint: a row in `erasures` makes others retry.
extension LibraryDatabase {
  func truncateLog(of connection: Connection, waiting timeout: Duration) -> Bool {
    let isEmpty = (try? connection.truncateLog(waiting: timeout, restoring: busyTimeout)) ?? false
    hasPendingErasure.withLock { $0 = !isEmpty }
    return isEmpty
  }

  func finishErasure(_ connection: Connection) {
    if hasPendingErasure.withLock({ $0 }) { _ = truncateLog(of: connection, waiting: .zero) }
  }
}

extension Connection {
  func markErasurePending() throws {
    try run("INSERT OR IGNORE INTO erasures (row) VALUES (1)")
  }

  func hasPendingErasure() throws -> Bool {
    try first(sql: "SELECT 1 FROM erasures") { _ in true } ?? false
  }

  fileprivate func truncateLog(waiting timeout: Duration, restoring defaultTimeout: Duration) throws
    -> Bool
  {
    try setBusyTimeout(timeout)
    defer { try? setBusyTimeout(defaultTimeout) }
    let isHeld = try first(sql: "PRAGMA wal_checkpoint(TRUNCATE)") { $0.bool("busy") } ?? true
    if isHeld { return false }
    try run("DELETE FROM erasures")
    return true
  }

  private func setBusyTimeout(_ duration: Duration) throws {
    try execute("PRAGMA busy_timeout = \(Int(duration / .milliseconds(1)))")
  }
}
