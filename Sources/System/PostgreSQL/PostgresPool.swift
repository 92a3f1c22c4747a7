import Dispatch
import POSIX

/// A bounded pool of connections, opened on demand. Each blocks a separate thread.
public final class PostgresPool: Sendable {
  public let address: PostgresAddress
  public let limits: PostgresLimits
  let receipts: PostgresReceipts?
  private let size: Int
  private let state = Mutex(State())
  private let connected = Mutex(false)
  private let isPoolerChecked = Mutex(false)

  private struct State {
    var idle: [PostgresWorker] = []
    var count = 0
    var waiting: [(ticket: PostgresTicket, continuation: Waiter)] = []
  }

  private typealias Waiter = CheckedContinuation<PostgresWorker, any Error>

  /// - Parameter receipts: Used to find out whether a commit took effect if its connection broke.
  public init(
    _ address: PostgresAddress, size: Int = 8, limits: PostgresLimits = PostgresLimits(),
    receipts: PostgresReceipts? = nil
  ) {
    self.address = address
    self.limits = limits
    self.receipts = receipts
    self.size = max(1, size)
  }

  /// Reads in one consistent snapshot. `limit` applies to each statement.
  public func read<Value: Sendable>(
    _ settings: [PostgresSetting] = [], limit: Duration? = nil, isCancellable: Bool = false,
    _ work: @escaping @Sendable (PostgresTransaction) throws -> Value
  ) async throws -> Value {
    let ticket = PostgresTicket()
    let task = PostgresWorker.Task(
      mode: .reading, settings: settings, limit: limit, pool: self, receipts: nil, ticket: ticket)
    guard isCancellable
    else { return try await use(ticket) { try $0.run(task, work) } }
    return try await withTaskCancellationHandler {
      do {
        return try await use(ticket) { try $0.run(task, work) }
      } catch let error as PostgresError where error.kind == .canceled {
        throw CancellationError()
      }
    } onCancel: {
      ticket.cancel()
      stopWaiting(ticket, CancellationError())
    }
  }

  /// Runs one write transaction, repeated while the server restarts unless the work has called
  /// ``PostgresTransaction/disableRetries()``. An error rolls it back unless its kind is `lost`.
  @discardableResult
  public func write<Value: Sendable>(
    _ settings: [PostgresSetting] = [], limit: Duration? = nil,
    _ work: @escaping @Sendable (PostgresTransaction) throws -> Value
  ) async throws -> Value {
    let ticket = PostgresTicket()
    let task = PostgresWorker.Task(
      mode: .writing, settings: settings, limit: limit, pool: self, receipts: receipts,
      ticket: ticket)
    return try await use(ticket) { try $0.run(task, work) }
  }

  /// A server that was never reached is not retried.
  var hasConnected: Bool { connected.withLock(\.self) }

  func connect() throws(PostgresError) -> PostgresConnection {
    let connection = try open()
    if connection.isPooled, !isPoolerChecked.withLock(\.self) {
      // Without a second connection, there is nothing to compare with.
      if let other = try? open() {
        guard try connection.hasOwnBackend(beside: other, deadline: .now + limits.connecting)
        else { throw .sharedBackends }
        isPoolerChecked.withLock { $0 = true }
      }
    }
    connected.withLock { $0 = true }
    return connection
  }

  private func open() throws(PostgresError) -> PostgresConnection {
    try PostgresConnection(
      address, settings: limits.sessionSettings, deadline: .now + limits.connecting)
  }

  public func runOutsideTransaction(_ statement: String) async throws {
    try await use(PostgresTicket()) { try $0.runOutsideTransaction(statement, in: self) }
  }

  public func close() async {
    let idle = state.withLock { state in
      defer {
        state.count -= state.idle.count
        state.idle = []
      }
      return state.idle
    }
    for worker in idle { await worker.close() }
  }

  private func use<Value: Sendable>(
    _ ticket: PostgresTicket, _ work: @escaping @Sendable (PostgresWorker) throws -> Value
  ) async throws -> Value {
    let worker = try await acquire(ticket)
    return try await withCheckedThrowingContinuation { continuation in
      worker.queue.async {
        let result = Result { try work(worker) }
        self.release(worker)
        continuation.resume(with: result)
      }
    }
  }

  private func acquire(_ ticket: PostgresTicket) async throws -> PostgresWorker {
    try await withCheckedThrowingContinuation { continuation in
      let worker: PostgresWorker? = state.withLock { state in
        if let worker = state.idle.popLast() { return worker }
        if state.count < size {
          state.count += 1
          return PostgresWorker()
        }
        state.waiting.append((ticket, continuation))
        return nil
      }
      if let worker { return continuation.resume(returning: worker) }
      DispatchQueue.global(qos: .utility).asyncAfter(
        deadline: .now() + limits.waiting / .seconds(1)
      ) { [weak self, size] in
        self?.stopWaiting(
          ticket, PostgresError(.busy, "none of \(size) connections became free in time"))
      }
      if ticket.isCancelled { stopWaiting(ticket, CancellationError()) }
    }
  }

  private func release(_ worker: PostgresWorker) {
    let next: Waiter? = state.withLock { state in
      if !state.waiting.isEmpty { return state.waiting.removeFirst().continuation }
      state.idle.append(worker)
      return nil
    }
    next?.resume(returning: worker)
  }

  private func stopWaiting(_ ticket: PostgresTicket, _ error: any Error) {
    let waiter: Waiter? = state.withLock { state in
      let index = state.waiting.firstIndex { $0.ticket === ticket }
      return index.map { state.waiting.remove(at: $0).continuation }
    }
    waiter?.resume(throwing: error)
  }
}

final class PostgresTicket: Sendable {
  private struct State {
    var cancellation: PostgresCancellation?
    var isCancelled = false
  }

  private let state = Mutex(State())

  var isCancelled: Bool { state.withLock(\.isCancelled) }

  func setCancellation(_ cancellation: PostgresCancellation?) {
    let isCancelled = state.withLock { state in
      state.cancellation = cancellation
      return state.isCancelled
    }
    if isCancelled { cancellation?.cancel() }
  }

  func cancel() {
    let cancellation = state.withLock { state in
      state.isCancelled = true
      return state.cancellation
    }
    cancellation?.cancel()
  }
}
