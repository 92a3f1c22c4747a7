import DatabaseClient
import SQLite

/// How what was forgotten leaves the library's files.
///
/// SQLite overwrites in its file what is deleted. Its log has what was written before, until it is
/// emptied, which is possible only while nobody reads: what is still to be done is noted in the
/// database, and done by whoever opens, changes or closes the library next.
extension LibraryDatabase {
  /// Empties the log now, or notes that it is still to be done.
  ///
  /// - Parameter timeout: How long to wait for others who read.
  /// - Returns: Whether it was emptied.
  func emptyLog(of connection: Connection, waiting timeout: Duration) -> Bool {
    let isEmpty = (try? connection.emptyLog(waiting: timeout, usually: busyTimeout)) ?? false
    owesErasure.withLock { $0 = !isEmpty }
    return isEmpty
  }

  /// Does what another process, or an earlier attempt, has left to be done.
  func finishErasure(_ connection: Connection) {
    if owesErasure.withLock({ $0 }) { _ = emptyLog(of: connection, waiting: .zero) }
  }
}

extension Connection {
  /// Notes that the log has something that was forgotten.
  func noteErasure() throws {
    try run("INSERT OR IGNORE INTO erasures (row) VALUES (1)")
  }

  /// Whether the log has something that was forgotten.
  func owesErasure() throws -> Bool {
    try first("SELECT 1 FROM erasures") { _ in true } ?? false
  }

  fileprivate func emptyLog(waiting timeout: Duration, usually usual: Duration) throws -> Bool {
    try waitForOthers(timeout)
    defer { try? waitForOthers(usual) }
    let isHeld = try first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.bool(0) } ?? true
    if isHeld { return false }
    try run("DELETE FROM erasures")
    return true
  }

  private func waitForOthers(_ duration: Duration) throws {
    try execute("PRAGMA busy_timeout = \(Int(duration / .milliseconds(1)))")
  }
}
