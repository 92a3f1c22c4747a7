import ConcurrencyExtras
public import DatabaseClient
import DatabaseClientLive
import DatabaseClientPostgres
public import Foundation
import PostgreSQL
import TestPostgres

/// An empty library of any kind, for tests of their common behavior. It is deleted with the last
/// copy of its client.
public final class TestLibrary: Sendable {
  public enum Kind: CaseIterable, Sendable {
    case memory, postgres, sqlite
  }

  /// The kinds that outlive a program, as far as they can be had here.
  public static let live: [Kind] = [.sqlite] + postgres

  /// All kinds that can be had here.
  public static let all: [Kind] = live + [.memory]

  /// One of each kind of separate libraries: unconnected ones, and those that a server separates.
  public static let representative: [Kind] = [.memory] + postgres

  private static let postgres: [Kind] = {
    if TestPostgres.isInstalled { return [.postgres] }
    FileHandle.standardError.write(Data("skipped: \(TestPostgres.installHint)\n".utf8))
    return []
  }()

  public let database: DatabaseClient
  public let kind: Kind
  private let folder: TemporaryFolder
  private let now: LockIsolated<Date>?
  private let program: @Sendable () async throws -> DatabaseClient
  private let setTime: @Sendable (Date) async throws -> Void

  /// - Parameter now: The library's time, until a task waits; `nil` for the actual time.
  public init(_ kind: Kind, now: Date? = nil) async throws {
    let folder = try TemporaryFolder()
    let time = now.map { LockIsolated($0) }
    let clock: @Sendable () -> Date = { time?.value ?? Date() }
    self.folder = folder
    self.kind = kind
    self.now = time
    switch kind {
    case .memory:
      let shelf = DatabaseClient.inMemory(now: clock)
      program = { shelf.library(at: folder.database) }
      setTime = { _ in }
    case .postgres:
      let name = UUID().uuidString
      let database = try await TestDatabase.shared()
      try await database.add(name)
      program = { database.otherProgram.client(name) }
      setTime = { try await database.setTime($0, in: name) }
      self.database = database.libraries.client(name)
        .keeping(folder)
      if let now { try await setTime(now) }
      return
    case .sqlite:
      program = { .live(at: folder.database, now: clock) }
      setTime = { _ in }
    }
    database = try await program().keeping(folder)
  }

  /// The same library as seen by another program.
  public func secondClient() async throws -> DatabaseClient { try await program().keeping(folder) }

  /// Another library of this kind.
  public func newLibrary() async throws -> TestLibrary { try await TestLibrary(kind) }

  /// Advances the time in the library, which must have its own clock.
  public func wait(_ seconds: Double) async throws {
    guard let now
    else { return }
    try await setTime(
      now.withLock {
        $0 += seconds; return $0
      })
  }

  /// The file of a library that is one.
  public var file: URL { folder.database }
}

extension DatabaseClient {
  /// The same client, with which a folder is gone.
  fileprivate func keeping(_ folder: TemporaryFolder) -> DatabaseClient {
    var client = self
    let id = libraryID()
    client.libraryID = { withExtendedLifetime(folder) { id } }
    return client
  }
}
