import ConcurrencyExtras
public import DatabaseClient
import Foundation
package import PostgreSQL
import StoredTranscript

/// A database with many libraries, and the connections to it. All clients of a process share one.
///
/// What one of its clients does it does as somebody who serves: see ``PostgresSchema``.
public final class PostgresLibraries: Sendable {
  let address: PostgresAddress
  /// What opens libraries that are files, and writes snapshots.
  let files: DatabaseClient
  let pool: PostgresPool
  /// What tells this from others that change the same libraries.
  let id = UUID()
  let searchStep: Int
  private let isTrusted: Bool
  private let version: Int
  private let numbers = Protected<[String: Int]>([:])
  private let isChecked = Protected(false)
  private let open = Protected<[String: WeakReference<PostgresLibrary>]>([:])
  let changes: PostgresChanges

  /// Does no work: a connection is made at the first use.
  ///
  /// - Parameters:
  ///   - url: The database, as the role that serves: `postgres://speechmemo@db.example/memos`, as
  ///     psql takes it.
  ///   - files: What opens libraries that are files, and writes snapshots.
  ///   - size: How many connections there are at most.
  /// - Throws: ``DatabaseError/unreachable(address:detail:)`` for what is no such URL, or where libpq
  ///   is not installed.
  public convenience init(
    _ url: String, files: DatabaseClient, size: Int = 8
  ) throws(DatabaseError) {
    self.init(try PostgresAddress(checking: url), files: files, size: size)
  }

  /// - Parameters:
  ///   - version: As which the program makes itself known; `nil` for what it is.
  ///   - searchStep: How many of the newest memos a search looks through before it asks the index.
  ///   - isTrusted: Whether the role may be one that sees every library.
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

  /// Where it is, for a person: without a password.
  public var place: String { address.description }

  /// Closes the connections that nobody uses just now. A later use makes new ones.
  public func close() async { await pool.close() }

  /// The library of that name: the same for all that ask for it while somebody has it.
  func library(_ name: String) -> PostgresLibrary {
    open.withLock { open in
      if let library = open[name]?.object { return library }
      let library = PostgresLibrary(name, in: self)
      open = open.filter { $0.value.object != nil }
      open[name] = WeakReference(library)
      return library
    }
  }

  // MARK: - Transactions

  /// Reads in one consistent view, of one library or of none.
  ///
  /// - Parameter limit: How long one statement may take, where that is long.
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

  /// How a transaction that writes is told of to others.
  enum Telling {
    /// The library has changed.
    case changed
    /// It is of no interest to those who look at the library.
    case nothing
  }

  /// Writes in one transaction, kept by the server when this returns.
  func write<Value: Sendable>(
    of library: Int? = nil, telling: Telling = .changed,
    _ work: @escaping @Sendable (PostgresTransaction) throws -> Value
  ) async throws -> Value {
    try await explaining {
      try await check()
      while true {
        do {
          return try await pool.write(settings(library)) { [self] transaction in
            tell(telling, of: library, in: transaction)
            return try work(transaction)
          }
        } catch let error as PostgresError where error.kind == Self.twin {
          // Another one has come at the same moment. It is seen when it is done again.
        }
      }
    }
  }

  private static let twin = PostgresError.Kind.exists(constraint: "recordings_without_twins")

  /// Tells others, when a transaction is over, that it has changed a library.
  func tell(_ telling: Telling, of library: Int?, in transaction: PostgresTransaction) {
    if library != nil, telling == .changed {
      transaction.atEnd("SELECT changed($1, $2::int)", [id, version])
    } else {
      transaction.atEnd("SELECT may_write($1::int)", [version])
    }
  }

  private func settings(_ library: Int?) -> [PostgresSetting] {
    library.map { [PostgresSetting("speechmemo.library", "\($0)")] } ?? []
  }

  /// The number of the library of that name. A library keeps its number.
  func number(of name: String) async throws -> Int {
    if let number = numbers.withLock({ $0[name] }) { return number }
    let number = try await read { transaction in
      try transaction.first("SELECT library_named($1)", [name.column]) { $0.optionalInt64(0) }
        ?? nil
    }
    guard let number
    else { throw DatabaseError.notFound(library: name) }
    numbers.withLock { $0[name] = Int(number) }
    return Int(number)
  }

  // MARK: - What the database has to be like

  private func check() async throws {
    guard !isChecked.withLock(\.self)
    else { return }
    let (newest, oldestWriter, isApart) = try await pool.read { transaction in
      let versions = try transaction.first(
        "SELECT coalesce(max(number), 0), coalesce(max(oldest_writer), 0) FROM versions"
      ) { ($0.int(0), $0.int(1)) }
      let isApart = try transaction.first("SELECT row_security_active('recordings')") { $0.bool(0) }
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

  /// Turns the server's errors into those of the client.
  func explaining<Value>(_ work: () async throws -> Value) async throws -> Value {
    do {
      return try await work()
    } catch let error as PostgresError {
      // A schema, a table or a function that is not there.
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
  /// - Throws: ``DatabaseError/unreachable(address:detail:)`` for what is no address.
  init(checking url: String) throws(DatabaseError) {
    do throws(PostgresError) {
      try self.init(url)
    } catch {
      // What was given may have a password in it.
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
