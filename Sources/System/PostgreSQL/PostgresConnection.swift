import Cpq
import Foundation

struct PostgresStatement {
  let text: String
  let values: [any PostgresValue]
  var isPrepared = true

  init(_ text: String, _ values: [any PostgresValue] = [], isPrepared: Bool = true) {
    self.text = text
    self.values = values
    self.isPrepared = isPrepared
  }
}

/// A blocking connection for one thread at a time, in libpq's pipeline mode: statements sent
/// together take one round trip, and an error skips those after it.
final class PostgresConnection {
  private let handle: OpaquePointer
  private var names: [String: String] = [:]
  private var nameCount = 0
  private var unreadResultCounts: [Int] = []
  private(set) var isUsable = true
  /// `true` once the server refused a write. A new connection may reach one that accepts writes.
  private(set) var isReadOnly = false
  private(set) var backend = 0
  let id = UUID()
  private var transactionCount = 0
  let cancellation: PostgresCancellation

  private static let preparedStatementLimit = 300

  init(
    _ address: PostgresAddress, settings: [PostgresSetting], deadline: ContinuousClock.Instant
  ) throws(PostgresError) {
    try loadLibPQ()
    var parameters = address.parameters
    parameters["client_encoding"] = "UTF8"
    parameters["fallback_application_name"] = "speechmemo"
    let keywords = parameters.map { strdup($0.key) } + [nil]
    let values = parameters.map { strdup($0.value) } + [nil]
    defer { (keywords + values).forEach { free($0) } }
    let connection = PQconnectStartParams(
      keywords.map { UnsafePointer($0) }, values.map { UnsafePointer($0) }, 0)
    guard let connection
    else { throw PostgresError(.unreachable, "out of memory") }
    do throws(PostgresError) {
      try Self.connect(connection, deadline: deadline)
    } catch {
      PQfinish(connection)
      throw error
    }
    // Otherwise libpq writes the server's notices to the terminal.
    _ = PQsetNoticeProcessor(connection, { _, _ in }, nil)
    handle = connection
    cancellation = PostgresCancellation(connection)
    backend = try begin(with: address.settings + settings, deadline: deadline)
  }

  deinit { PQfinish(handle) }

  private static func connect(
    _ connection: OpaquePointer, deadline: ContinuousClock.Instant
  ) throws(PostgresError) {
    var events = Int16(POLLOUT)
    while PQstatus(connection) != CONNECTION_BAD {
      guard wait(for: events, on: PQsocket(connection), deadline: deadline)
      else { throw PostgresError(.unreachable, "the server did not answer in time") }
      switch PQconnectPoll(connection) {
      case PGRES_POLLING_OK:
        // Blocking inside libpq would ignore the deadlines.
        guard PQsetnonblocking(connection, 1) == 0, PQenterPipelineMode(connection) == 1
        else { throw PostgresError(.unreachable, of: connection) }
        return
      case PGRES_POLLING_READING: events = Int16(POLLIN)
      case PGRES_POLLING_WRITING: events = Int16(POLLOUT)
      default: throw PostgresError(.unreachable, of: connection)
      }
    }
    throw PostgresError(.unreachable, of: connection)
  }

  private func begin(
    with settings: [PostgresSetting], deadline: ContinuousClock.Instant
  ) throws(PostgresError) -> Int {
    let calls = settings.indices.map { "set_config($\($0 * 2 + 1), $\($0 * 2 + 2), false)" }
    return try currentBackend(
      and: calls, settings.flatMap { [$0.name, $0.value] }, deadline: deadline)
  }

  /// Returns the id of the server's process that runs a statement now.
  func currentBackend(
    and calls: [String] = [], _ values: [any PostgresValue] = [],
    deadline: ContinuousClock.Instant
  ) throws(PostgresError) -> Int {
    let columns = (["pg_backend_pid()"] + calls).joined(separator: ", ")
    do throws(PostgresError) {
      let results = try exchange(
        [PostgresStatement("SELECT \(columns)", values, isPrepared: false)], deadline: deadline)
      return results.last.map { PostgresRow(0, of: $0).int(0) } ?? 0
    } catch {
      // Nothing was changed yet.
      switch error.kind {
      case .lost, .timedOut:
        throw PostgresError(.unreachable, error.message, state: error.state)
      default: throw error
      }
    }
  }

  /// Poolers report an id of their own.
  var isPooled: Bool { backend != Int(PQbackendPID(handle)) }

  func nextNumber() -> Int {
    transactionCount += 1
    return transactionCount
  }

  func exchange(
    _ statements: [PostgresStatement], deadline: ContinuousClock.Instant
  ) throws(PostgresError) -> [PostgresResult] {
    let steps = try send(statements)
    try flush(deadline: deadline)
    while !unreadResultCounts.isEmpty {
      let count = unreadResultCounts.removeFirst()
      _ = try? receive(Array(repeating: nil, count: count), deadline: deadline)
      guard isUsable
      else { throw lost() }
    }
    return try receive(steps, deadline: deadline)
  }

  func send(only statements: [PostgresStatement], deadline: ContinuousClock.Instant) {
    guard let steps = try? send(statements)
    else { return }
    unreadResultCounts.append(steps.count)
    try? flush(deadline: deadline)
  }

  private func send(_ statements: [PostgresStatement]) throws(PostgresError) -> [PreparedStatement?]
  {
    guard isUsable
    else { throw PostgresError(.lost, "the connection was lost") }
    var steps: [PreparedStatement?] = []
    for statement in statements {
      let values = StatementValues(statement.values)
      if statement.isPrepared, let name = names[statement.text] {
        try sent(values.send(prepared: name, on: handle))
      } else if statement.isPrepared, names.count < Self.preparedStatementLimit {
        nameCount += 1
        let kept = PreparedStatement(name: "s\(nameCount)", text: statement.text)
        names[kept.text] = kept.name
        try sent(values.prepare(statement.text, as: kept.name, on: handle))
        steps.append(kept)
        try sent(values.send(prepared: kept.name, on: handle))
      } else {
        try sent(values.send(statement.text, on: handle))
      }
      steps.append(nil)
    }
    try sent(PQpipelineSync(handle))
    return steps
  }

  private struct PreparedStatement {
    let name: String
    let text: String
  }

  private func sent(_ code: Int32) throws(PostgresError) {
    guard code == 1
    else { throw lost() }
  }

  private func receive(
    _ steps: [PreparedStatement?], deadline: ContinuousClock.Instant
  ) throws(PostgresError) -> [PostgresResult] {
    var results: [PostgresResult] = []
    var failure: PostgresError?
    for step in steps {
      guard let result = try next(deadline: deadline)
      else { throw lost() }
      switch PQresultStatus(result) {
      case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
        if step == nil { results.append(PostgresResult(result)) } else { PQclear(result) }
      default:
        failure =
          failure ?? PostgresError(result: result, wasCanceled: cancellation.isRequested)
        if let step { names[step.text] = nil }
        PQclear(result)
      }
      if case .lost? = failure?.kind {
        isUsable = false
        throw failure ?? lost()
      }
      if let more = try next(deadline: deadline) { PQclear(more) }
    }
    guard let end = try next(deadline: deadline)
    else { throw lost() }
    defer { PQclear(end) }
    guard PQresultStatus(end) == PGRES_PIPELINE_SYNC
    else {
      isUsable = false
      throw PostgresError(result: end, wasCanceled: false)
    }
    if let failure {
      // The prepared statement's tables have changed; a new connection prepares it again.
      if failure.state == PostgresError.planChanged { isUsable = false }
      if failure.state == PostgresError.readOnly { isReadOnly = true }
      throw failure
    }
    return results
  }

  private func next(deadline: ContinuousClock.Instant) throws(PostgresError) -> OpaquePointer? {
    while PQisBusy(handle) == 1 {
      try waitUntilReady(Int16(POLLIN), deadline: deadline)
      guard PQconsumeInput(handle) == 1
      else { throw lost() }
    }
    return PQgetResult(handle)
  }

  private func flush(deadline: ContinuousClock.Instant) throws(PostgresError) {
    while true {
      let code = PQflush(handle)
      guard code != 0
      else { return }
      guard code == 1
      else { throw lost() }
      // The server may not read on until its own output is read.
      try waitUntilReady(Int16(POLLIN | POLLOUT), deadline: deadline)
      guard PQconsumeInput(handle) == 1
      else { throw lost() }
    }
  }

  private func waitUntilReady(
    _ events: Int16, deadline: ContinuousClock.Instant
  ) throws(PostgresError) {
    guard Self.wait(for: events, on: PQsocket(handle), deadline: deadline)
    else {
      isUsable = false
      cancellation.cancel()
      throw PostgresError(.timedOut, "the server did not answer in time")
    }
  }

  private func lost() -> PostgresError {
    isUsable = false
    let error = PostgresError(.lost, of: handle)
    return error.message.isEmpty ? PostgresError(.lost, "the connection was lost") : error
  }

  var socket: Int32 { PQsocket(handle) }

  func notifications() throws(PostgresError) -> [String] {
    guard PQconsumeInput(handle) == 1
    else { throw lost() }
    var texts: [String] = []
    while let notification = PQnotifies(handle) {
      texts.append(String(cString: notification.pointee.extra))
      PQfreemem(notification)
    }
    return texts
  }

  static func wait(
    for events: Int16, on socket: Int32, deadline: ContinuousClock.Instant
  ) -> Bool {
    while true {
      let rest = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
      guard rest > 0
      else { return false }
      var ready = pollfd(fd: socket, events: events, revents: 0)
      let count = poll(&ready, 1, Int32(min(rest.rounded(.up), 3_600_000)))
      if count > 0 { return true }
      if count < 0, errno != EINTR { return false }
    }
  }
}
