import Dispatch

/// Connections to one database of a server, made as they are needed and no more than so many.
///
/// Each waits for the server on a thread of its own: none of those that tasks share is blocked.
public final class PostgresPool: Sendable {
  public let address: PostgresAddress
  public let limits: PostgresLimits
  let receipts: PostgresReceipts?
  private let size: Int
  private let state = LockedValue(State())
  private let connected = LockedValue(false)

  private struct State {
    var idle: [PostgresWorker] = []
    var count = 0
    var waiting: [(ticket: PostgresTicket, continuation: Waiter)] = []
  }

  private typealias Waiter = CheckedContinuation<PostgresWorker, any Error>

  /// Does no work: a connection is made at the first use.
  ///
  /// - Parameters:
  ///   - size: How many connections there are at most.
  ///   - receipts: By which it is found out whether something was kept; without it that remains
  ///     unknown where a connection is lost at that moment.
  public init(
    _ address: PostgresAddress, size: Int = 8, limits: PostgresLimits = PostgresLimits(),
    receipts: PostgresReceipts? = nil
  ) {
    self.address = address
    self.limits = limits
    self.receipts = receipts
    self.size = max(1, size)
  }

  /// Reads in one consistent view of the database.
  ///
  /// - Parameters:
  ///   - settings: What holds meanwhile.
  ///   - limit: How long one statement may take; `nil` for as long as usual.
  ///   - isCancellable: Whether it is given up when the task is cancelled.
  /// - Throws: ``PostgresError``, `CancellationError`, and what the work throws.
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
      } catch let error as PostgresError where error.kind == .cancelled {
        throw CancellationError()
      }
    } onCancel: {
      ticket.cancel()
      giveUpWaiting(ticket, CancellationError())
    }
  }

  /// Writes in one transaction. What it has done is kept by the server when this returns; where this
  /// throws, nothing of it is, unless the error's kind is `lost`.
  ///
  /// A server that is restarted meanwhile is waited for. What it has lost is done again, unless the
  /// work has said by ``PostgresTransaction/willNotRepeat()`` that it must not be; and where the
  /// connection is lost while the server keeps it, it is asked afterwards whether it has, if there
  /// are receipts.
  ///
  /// - Throws: ``PostgresError``, and what the work throws.
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

  /// Whether a connection was ever made: what has never worked is not tried again.
  var hasConnected: Bool { connected.withLock(\.self) }

  func connect() throws(PostgresError) -> PostgresConnection {
    let connection = try PostgresConnection(
      address, options: limits.options, deadline: .now + limits.connecting)
    connected.withLock { $0 = true }
    return connection
  }

  /// Runs statements that cannot be part of a transaction, such as to make a database: each is kept
  /// when the next one begins.
  ///
  /// - Parameter limit: How long one may take; `nil` for as long as usual.
  public func runAlone(_ statements: String..., limit: Duration? = nil) async throws {
    try await use(PostgresTicket()) { try $0.runAlone(statements, limit: limit, in: self) }
  }

  /// Closes the connections that nobody uses. A later use makes new ones.
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
    let worker = try await take(ticket)
    return try await withCheckedThrowingContinuation { continuation in
      worker.queue.async {
        let result = Result { try work(worker) }
        self.give(worker)
        continuation.resume(with: result)
      }
    }
  }

  private func take(_ ticket: PostgresTicket) async throws -> PostgresWorker {
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
        self?.giveUpWaiting(
          ticket, PostgresError(.busy, "none of \(size) connections became free in time"))
      }
      // It may have been cancelled before it waited.
      if ticket.isCancelled { giveUpWaiting(ticket, CancellationError()) }
    }
  }

  private func give(_ worker: PostgresWorker) {
    let next: Waiter? = state.withLock { state in
      if !state.waiting.isEmpty { return state.waiting.removeFirst().continuation }
      state.idle.append(worker)
      return nil
    }
    next?.resume(returning: worker)
  }

  private func giveUpWaiting(_ ticket: PostgresTicket, _ error: any Error) {
    let waiter: Waiter? = state.withLock { state in
      let index = state.waiting.firstIndex { $0.ticket === ticket }
      return index.map { state.waiting.remove(at: $0).continuation }
    }
    waiter?.resume(throwing: error)
  }
}

/// Something that waits for a connection or uses one, and may be cancelled.
final class PostgresTicket: Sendable {
  private struct State {
    var cancellation: PostgresCancellation?
    var isCancelled = false
  }

  private let state = LockedValue(State())

  var isCancelled: Bool { state.withLock(\.isCancelled) }

  /// What is done from now on, until it is `nil`, is done by that connection.
  func uses(_ cancellation: PostgresCancellation?) {
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
