import DatabaseClient
import Foundation
import TestLibraries
import Testing

@testable import DatabaseClientLive

/// Migrations that a crash or a full disk interrupts. A migration appends pages to the log, which a
/// checkpoint moves into the file later. So each crash leaves a part of the log or of the checkpoint.
@Suite(.timeLimit(.minutes(10)))
struct UpgradeCrashTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The files of a library after a crash.
  private struct Crash {
    let database: Data
    let log: Data
  }

  /// Opens the library as the next program does.
  private func open(_ crash: Crash, _ number: Int) throws -> DatabaseClient {
    let folder = folder.url.appendingPathComponent("crash-\(number)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    let file = folder.appendingPathComponent("library.sqlite")
    try crash.database.write(to: file)
    try crash.log.write(to: log(of: file))
    return .live(at: file)
  }

  private func log(of database: URL) -> URL { URL(fileURLWithPath: "\(database.path)-wal") }

  private static let pageSize = 4096
  private static let logHeaderSize = 32
  private static let logFrameSize = 24 + pageSize

  /// Opens the library in the folder, which creates or migrates it, and returns all crashes until it
  /// is closed.
  private func crashes() async throws -> [Crash] {
    let database = DatabaseClient.live(at: folder.database)
    _ = try await database.audioFileNames()
    let logFile = log(of: folder.database)
    let (before, log) = try (Data(contentsOf: folder.database), Data(contentsOf: logFile))
    await database.close()
    let after = try Data(contentsOf: folder.database)
    #expect(!FileManager.default.fileExists(atPath: logFile.path))

    var crashes: [Crash] = []
    for start in stride(from: Self.logHeaderSize, to: log.count, by: Self.logFrameSize) {
      let torn = log.prefix(start + Self.pageSize / 2)
      crashes.append(Crash(database: before, log: log.prefix(start)))
      crashes.append(Crash(database: before, log: torn + Data(count: log.count - torn.count)))
    }
    for end in stride(from: 0, through: after.count, by: Self.pageSize) {
      crashes.append(Crash(database: after.prefix(end) + before.dropFirst(end), log: log))
    }
    return crashes
  }

  @Test("A crash at any step of a migration loses nothing", arguments: 1..<Migrations.newest)
  func migration(version: Int) async throws {
    let library = EarlierLibrary(.sqlite, version: version)
    try folder.make(library)
    let before = try Data(contentsOf: folder.database)
    let crashes = try await crashes()
    #expect(crashes.first?.database == before, "the log has all of the migration")
    for (number, crash) in crashes.enumerated() {
      let database = try open(crash, number)
      let contents = try await library.contents(of: database)
      #expect(contents == library.contents, "crash \(number)")
    }
  }

  @Test("A crash at any step of the creation of a library leaves an empty one")
  func creation() async throws {
    for (number, crash) in try await crashes().enumerated() {
      let database = try open(crash, number)
      let contents = try await LibraryContents(of: database)
      #expect(contents == LibraryContents(), "crash \(number)")
      try await database.addMemo(1, saying: "hello")
    }
  }

  @Test(
    "A disk that is full at any step leaves the library as it was", arguments: 1..<Migrations.newest
  )
  func fullDisk(version: Int) async throws {
    let library = EarlierLibrary(.sqlite, version: version)
    try folder.make(library)
    let before = try Data(contentsOf: folder.database)
    let migrated = try TemporaryFolder()
    try before.write(to: migrated.database)
    let other = DatabaseClient.live(at: migrated.database)
    _ = try await other.audioFileNames()
    await other.close()
    let after = try Data(contentsOf: migrated.database)

    for limit in before.count / Self.pageSize..<after.count / Self.pageSize {
      let database = DatabaseClient.live(at: folder.database, maximumPageCount: limit)
      await #expect(throws: DatabaseError.diskFull(path: folder.database.path)) {
        _ = try await database.audioFileNames()
      }
      #expect(try Data(contentsOf: folder.database) == before)
    }
    let database = DatabaseClient.live(at: folder.database)
    #expect(try await library.contents(of: database) == library.contents)
  }
}
