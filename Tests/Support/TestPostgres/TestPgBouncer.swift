import Foundation
import POSIX
public import PostgreSQL

/// PgBouncer in front of a server. It ends with this value or with the process.
public final class TestPgBouncer: Sendable {
  public enum Mode: String, CaseIterable, Sendable {
    case session
    case statement
    case transaction
  }

  private let folder: String
  /// Its commands and responses. PgBouncer ends when this is closed.
  private let script: Mutex<Descriptor>
  private let process: pid_t

  public static let isInstalled =
    TestPostgres.isInstalled
    && ["/usr/sbin", "/usr/bin", "/usr/local/bin"].contains { isProgram("\($0)/pgbouncer") }

  public static let installHint =
    "PgBouncer is not installed: run 'Scripts/bootstrap pgbouncer postgresql'"

  /// - Parameter settings: Lines of its configuration, such as `server_round_robin = 1`.
  public static func start(
    _ mode: Mode, before server: TestPostgres, _ settings: String...
  ) async throws -> TestPgBouncer {
    try await onOwnThread("test-pgbouncer") { try TestPgBouncer(mode, server.folder, settings) }
  }

  private init(_ mode: Mode, _ serverFolder: String, _ settings: [String]) throws {
    let support = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("sm-pb-\(UUID().uuidString.prefix(8))").path
    self.folder = folder
    let ends = try SocketPair()
    process = try spawnProcess(
      support.appendingPathComponent("pgbouncer").path,
      [folder, serverFolder, "pool_mode = \(mode.rawValue)"] + settings,
      input: ends.far.number, output: ends.far.number, errors: STDERR_FILENO)
    let script = ends.closingFar()
    let line = try TestPostgres.line(from: script)
    guard line == "ready"
    else { throw TestPostgres.NotStarted(reason: line) }
    self.script = Mutex(script)
  }

  deinit {
    script.withLock { $0 = Descriptor(owning: -1) }
    _ = try? collectChild(process)
  }

  /// The address of the same database and role through PgBouncer.
  public func address(of address: PostgresAddress) -> PostgresAddress {
    address.with(host: folder)
  }
}
