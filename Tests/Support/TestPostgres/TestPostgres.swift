import ConcurrencyExtras
import Foundation
import POSIX
public import PostgreSQL

/// A PostgreSQL server in its own folder, reached by a socket there. It ends with this value or
/// with the process, in any case.
public final class TestPostgres: Sendable {
  /// Its administrator.
  public let address: PostgresAddress
  /// Contains its socket.
  let folder: String
  /// The streams for its commands, until closed, and its answers.
  private let script: Mutex<Descriptor>
  private let process: pid_t
  private let databaseCount = Mutex(0)

  /// Whether a server is installed; for `.enabled(if:)`.
  public static let isInstalled: Bool = {
    let folders = (try? names(in: "/usr/lib/postgresql")) ?? []
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return
      (folders.map { "/usr/lib/postgresql/\($0)/bin" } + path.split(separator: ":").map(String.init))
      .contains { isProgram("\($0)/initdb") }
  }()

  /// The text without one.
  public static let installHint = "PostgreSQL is not installed: run 'Scripts/bootstrap postgresql'"

  /// The server that all tests of the process share, started at its first use.
  public static func shared() async throws -> TestPostgres { try await starting.value }

  private static let starting = Task { try await start() }

  public struct NotStarted: Error {
    public let reason: String

    public init(reason: String) {
      self.reason = reason
    }
  }

  /// Starts a server of a test's own, such as one that is to crash.
  ///
  /// - Parameter settings: Settings of it, as `name=value`.
  public static func start(_ settings: String...) async throws -> TestPostgres {
    try await onOwnThread("test-postgres") { try TestPostgres(settings) }
  }

  private init(_ settings: [String]) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../..").standardizedFileURL
    // Short, since the path of a socket may have 107 bytes only.
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("sm-pg-\(UUID().uuidString.prefix(8))").path
    self.folder = folder
    let ends = try SocketPair()
    process = try spawnProcess(
      root.appendingPathComponent("Scripts/postgres").path, ["--temporary", folder] + settings,
      input: ends.far.number, output: ends.far.number, errors: STDERR_FILENO)
    let script = ends.closingFar()
    let line = try Self.line(from: script)
    address = try PostgresAddress(line)
    self.script = Mutex(script)
  }

  deinit {
    script.withLock { $0 = Descriptor(owning: -1) }
    _ = try? collectChild(process)
  }

  /// Crashes the server, and waits until it is up again.
  public func restart() async throws {
    try await onOwnThread("test-postgres") { [self] in
      try script.withLock { script in
        try script.write(Array("restart\n".utf8))
        guard try Self.line(from: script) == "restarted"
        else { throw NotStarted(reason: "it did not start again") }
      }
    }
  }

  /// A new database of the server, made as the administrator.
  public func database() async throws -> PostgresAddress {
    let number = databaseCount.withLock { count in
      count += 1
      return count
    }
    try await PostgresPool(address, limits: .relaxed).runOutsideTransaction(
      "CREATE DATABASE test\(number)")
    return address.with(database: "test\(number)")
  }

  static func line(from script: borrowing Descriptor) throws -> String {
    var line: [UInt8] = []
    while case let byte = try script.read(upTo: 1), let first = byte.first {
      if first == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      line.append(first)
    }
    throw NotStarted(reason: String(decoding: line, as: UTF8.self))
  }
}

extension PostgresLimits {
  /// For tests that are about something else: on a busy machine everything takes its time.
  public static var relaxed: Self {
    var limits = Self()
    limits.connecting = .seconds(300)
    limits.reconnecting = .seconds(300)
    limits.statement = .seconds(600)
    limits.waiting = .seconds(600)
    return limits
  }
}
