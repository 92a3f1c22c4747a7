import DatabaseClient
import SQLite

/// SQLite overwrites deleted data, but its log keeps the data until a checkpoint without readers. A
/// row in `erasures` makes the next process that opens, changes or closes the library retry.
extension LibraryDatabase {
  func emptyLog(of connection: Connection, waiting timeout: Duration) -> Bool {
    let isEmpty = (try? connection.emptyLog(waiting: timeout, usually: busyTimeout)) ?? false
    owesErasure.withLock { $0 = !isEmpty }
    return isEmpty
  }

  func finishErasure(_ connection: Connection) {
    if owesErasure.withLock({ $0 }) { _ = emptyLog(of: connection, waiting: .zero) }
  }
}

extension Connection {
  func noteErasure() throws {
    try run("INSERT OR IGNORE INTO erasures (row) VALUES (1)")
  }

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
