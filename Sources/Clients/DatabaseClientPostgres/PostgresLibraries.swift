import ConcurrencyExtras
public import DatabaseClient
import DatabaseSQL
import Foundation
import POSIX
package import PostgreSQL

/// The connections of a process. Their role must be subject to row security.
public final class PostgresLibraries: Sendable {
  let address: PostgresAddress
  let files: DatabaseClient
  let pool: PostgresPool
  let id = UUID()
  let searchStep: Int
  private let isTrusted: Bool
  private let version: Int
  private let numbers = Mutex<[String: Int]>([:])
  private let isChecked = Mutex(false)
  private let open = Mutex<[String: WeakReference<PostgresLibrary>]>([:])
  let changes: PostgresChanges

  /// Connects on first use. `url` is as for psql: `postgres://speechmemo@db.example/memos`. Throws
  /// ``DatabaseError/unreachable(address:detail:)`` if it is invalid or libpq is not installed.
  public convenience init(
    _ url: String, files: DatabaseClient, size: Int = 8
  ) throws(DatabaseError) {
    self.init(try PostgresAddress(checking: url), files: files, size: size)
  }

  package init(
    _ address: PostgresAddress, files: DatabaseClient, size: Int = 8,
    limits: PostgresLimits = PostgresLimits(), version: Int? = nil,
    searchStep: Int = 1_000, isTrusted: Bool = false
  ) {
    self.address = address
    self.files = files
    self.isTrusted = isTrusted
    self.searchStep = searchStep
    self.version = version ?? PostgresMigration.newest
    pool = PostgresPool(
      address.inSchema, size: size, limits: limits, receipts: PostgresReceipts("receipts"))
    changes = PostgresChanges()
  }

  public var place: String { address.description }

  public func close() async { await pool.close() }

  func library(_ name: String) -> PostgresLibrary {
    open.withLock { open in
      if let library = open[name]?.object { return library }
      let library = PostgresLibrary(name, in: self)
      open = open.filter { $0.value.object != nil }
      open[name] = WeakReference(library)
      return library
    }
  }

  func read<Value: Sendable>(
    of library: Int? = nil, limit: Duration? = nil, isCancellable: Bool = false,
    _ work: @escaping @Sendable (PostgresTransaction) throws -> Value
  ) async throws -> Value {
    try await explaining {
      try await check()
      return try await pool.read(
        settings(library), limit: limit, isCancellable: isCancellable, work)
    }
  }

  enum ChangeNotification {
    case changed
    case nothing
  }

  func write<Value: Sendable>(
    of library: Int? = nil, notification: ChangeNotification = .changed,
    _ work: @escaping @Sendable (PostgresTransaction) throws -> Value
  ) async throws -> Value {
    try await explaining {
      try await check()
      while true {
        do {
          return try await pool.write(settings(library)) { [self] transaction in
            notify(notification, of: library, in: transaction)
            return try work(transaction)
          }
        } catch let error as PostgresError where error.kind == Self.duplicateAudio {
          // A concurrent duplicate, which the retry finds.
        }
      }
    }
  }

  private static let duplicateAudio = PostgresError.Kind.exists(
    constraint: "recordings_without_twins")

  func notify(
    _ notification: ChangeNotification, of library: Int?, in transaction: PostgresTransaction
  ) {
    if library != nil, notification == .changed {
      transaction.beforeCommit("SELECT changed($1, $2::int)", [id, version])
    } else {
      transaction.beforeCommit("SELECT may_write($1::int)", [version])
    }
  }

  private func settings(_ library: Int?) -> [PostgresSetting] {
    library.map { [PostgresSetting("speechmemo.library", "\($0)")] } ?? []
  }

  func number(of name: String) async throws -> Int {
    if let number = numbers.withLock({ $0[name] }) { return number }
    let number = try await read { transaction in
      try transaction.first(sql: "SELECT library_named(\(name)) AS number") {
        $0.optionalInt64("number")
      } ?? nil
    }
    guard let number
    else { throw DatabaseError.notFound(library: name) }
    numbers.withLock { $0[name] = Int(number) }
    return Int(number)
  }

  private func check() async throws {
    guard !isChecked.withLock(\.self)
    else { return }
    let (newest, oldestWriter, isApart) = try await pool.read { transaction in
      let versions = try transaction.first(
        sql: """
          SELECT coalesce(max(number), 0) AS number, coalesce(max(oldest_writer), 0) AS oldest_writer
          FROM versions
          """
      ) { ($0.int("number"), $0.int("oldest_writer")) }
      let isApart = try transaction.first(
        sql: "SELECT row_security_active('recordings') AS is_apart"
      ) { $0.bool("is_apart") }
      return (versions?.0 ?? 0, versions?.1 ?? 0, isApart ?? false)
    }
    guard version >= oldestWriter
    else {
      throw DatabaseError.newerVersion(
        path: address.description, found: newest, supported: version)
    }
    guard newest >= version
    else { throw unprepared("its tables are from an older version of SpeechMemo") }
    guard isApart || isTrusted
    else {
      throw DatabaseError.unreachable(
        address: address.description,
        detail:
          "its role can see every library: use one that neither owns the tables nor bypasses "
          + "row security")
    }
    isChecked.withLock { $0 = true }
    _ = try? await pool.write { try $0.run("SELECT forget_writers()") }
  }

  private func unprepared(_ detail: String) -> DatabaseError {
    .unreachable(
      address: address.description,
      detail: "\(detail): run 'speechmemo libraries prepare' as the role that owns the database")
  }

  func explaining<Value>(_ work: () async throws -> Value) async throws -> Value {
    do {
      return try await work()
    } catch let error as PostgresError {
      // A missing schema, table or function.
      if ["3F000", "42P01", "42883"].contains(error.state) {
        throw unprepared("it has no SpeechMemo tables")
      }
      throw DatabaseError(error, address: address.description, version: version)
    } catch {
      throw ColumnError.detail(error).map {
        DatabaseError.corrupt(path: address.description, detail: $0)
      } ?? error
    }
  }
}

extension PostgresAddress {
  init(checking url: String) throws(DatabaseError) {
    do throws(PostgresError) {
      try self.init(url)
    } catch {
      // The URL may contain a password.
      throw .unreachable(
        address: "at the given address", detail: error.message.replacing(url, with: "…"))
    }
  }
}

extension DatabaseError {
  fileprivate init(_ error: PostgresError, address: String, version: Int) {
    self =
      switch error.kind {
      case .busy, .conflict: .busy(path: address)
      case .exists: .idTaken("an entry with that id")
      case .damaged: .corrupt(path: address, detail: error.message)
      case .noSpace: .diskFull(path: address)
      case .lost:
        .unreachable(
          address: address,
          detail:
            "the connection was lost (\(error.message)), so the change may not have been saved; "
            + "check, and try again if needed")
      case .timedOut:
        .unreachable(
          address: address, detail: "the request took too long (\(error.message)); try again")
      case _ where error.state == "SM001":
        .newerVersion(path: address, found: version + 1, supported: version)
      default: .unreachable(address: address, detail: error.message)
      }
  }
}
