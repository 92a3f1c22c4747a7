import Dispatch
import Foundation
import POSIX

final class PostgresWorker: Sendable {
  let queue = DispatchQueue(label: "PostgreSQL.PostgresWorker", qos: .utility)
  private let connection = Mutex<PostgresConnection?>(nil)

  struct Task {
    let mode: PostgresTransaction.Mode
    let settings: [PostgresSetting]
    let limit: Duration?
    let pool: PostgresPool
    let receipts: PostgresReceipts?
    let ticket: PostgresTicket
  }

  private enum Attempt<Value: Sendable>: Sendable {
    case done(Value)
    case failed(any Error)
    case transient(PostgresError)
    case unknown(Value, Receipt?, retriesDisabled: Bool, PostgresError)
  }

  private struct Receipt {
    let connection: UUID
    let number: Int
    let receipts: PostgresReceipts
  }

  func close() async {
    await withCheckedContinuation { continuation in
      queue.async { [self] in
        connection.withLock { $0 = nil }
        continuation.resume()
      }
    }
  }

  func run<Value: Sendable>(
    _ task: Task, _ work: (PostgresTransaction) throws -> Value
  ) throws -> Value {
    let end = ContinuousClock.now + task.pool.limits.reconnecting
    var pause = Pause()
    while true {
      var attempt = attempt(task, work)
      if case .unknown(let value, let receipt, let retriesDisabled, let error) = attempt {
        // A new deadline: the connection may have taken long to break.
        let wasCommitted = receipt.flatMap {
          isCommitted($0, task, until: .now + task.pool.limits.reconnecting)
        }
        attempt =
          switch wasCommitted {
          case true?: .done(value)
          case false? where retriesDisabled: .failed(PostgresError(.unreachable, error.message))
          case false?: .transient(error)
          case nil: .failed(PostgresError(.lost, error.message))
          }
      }
      switch attempt {
      case .done(let value): return value
      case .failed(let error): throw error
      case .transient(let error), .unknown(_, _, _, let error):
        guard ContinuousClock.now < end, task.pool.hasConnected || error.isStartingOrStopping,
          !task.ticket.isCancelled
        else { throw error }
      }
      pause.wait()
    }
  }

  func runOutsideTransaction(_ statement: String, in pool: PostgresPool) throws {
    let settings = PostgresLimits.settings(pool.limits.statement).map {
      PostgresStatement("SELECT set_config($1, $2, false)", [$0.name, $0.value])
    }
    try connection.withLock { connection in
      let alone = try pool.connect()
      connection = nil
      for statement in settings + [PostgresStatement(statement, isPrepared: false)] {
        let allowance = pool.limits.statement + pool.limits.connecting
        _ = try alone.exchange([statement], deadline: .now + allowance)
      }
    }
  }

  private func attempt<Value: Sendable>(
    _ task: Task, _ work: (PostgresTransaction) throws -> Value
  ) -> Attempt<Value> {
    connection.withLock { connection in
      do throws(PostgresError) {
        if connection == nil { connection = try task.pool.connect() }
      } catch {
        return error.isTransient ? .transient(error) : .failed(error)
      }
      guard let current = connection
      else { return .failed(PostgresError(.unreachable, "no connection")) }
      task.ticket.setCancellation(current.cancellation)
      defer {
        task.ticket.setCancellation(nil)
        if !current.isUsable || current.isReadOnly || current.cancellation.isRequested {
          connection = nil
        }
      }
      let transaction = PostgresTransaction(
        current, task.mode, settings: task.settings, limits: task.pool.limits, limit: task.limit,
        receipts: task.receipts)
      let value: Value
      do {
        value = try work(transaction)
      } catch {
        transaction.rollBack()
        guard let error = error as? PostgresError, error.isTransient
        else { return .failed(error) }
        // Nothing was committed yet, so the error is not `lost`.
        return transaction.retriesDisabled
          ? .failed(PostgresError(.unreachable, error.message, state: error.state))
          : .transient(error)
      }
      do throws(PostgresError) {
        try transaction.commit()
        return .done(value)
      } catch {
        transaction.rollBack()
        if !current.isUsable {
          let receipt = transaction.number.flatMap { number in
            task.receipts.map { Receipt(connection: current.id, number: number, receipts: $0) }
          }
          return .unknown(value, receipt, retriesDisabled: transaction.retriesDisabled, error)
        }
        return error.isTransient && !transaction.retriesDisabled
          ? .transient(error) : .failed(error)
      }
    }
  }

  private func isCommitted(
    _ receipt: Receipt, _ task: Task, until end: ContinuousClock.Instant
  ) -> Bool? {
    let query = Task(
      mode: .writing, settings: [], limit: nil, pool: task.pool, receipts: nil,
      ticket: PostgresTicket())
    let sql = PostgresReceipts.lastCommitQuery(receipt.receipts.table)
    var pause = Pause()
    while ContinuousClock.now < end {
      let answer = attempt(query) { transaction in
        try transaction.first(sql, [receipt.connection, receipt.number]) { $0.int(0) }
      }
      switch answer {
      case .done(let number): return number == receipt.number
      case .transient, .unknown: pause.wait()
      case .failed: return nil
      }
    }
    return nil
  }

  private struct Pause {
    private var microseconds: UInt32 = 10_000

    mutating func wait() {
      usleep(microseconds)
      microseconds = min(microseconds * 2, 500_000)
    }
  }
}
