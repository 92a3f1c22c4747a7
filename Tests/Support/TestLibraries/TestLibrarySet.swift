import ConcurrencyExtras
public import DatabaseClient
import DatabaseClientPostgres
import Foundation
import SharedModels
import TestPostgres

/// Some empty libraries side by side, and the queue of their jobs.
public final class TestLibrarySet: Sendable {
  public enum Kind: CaseIterable, Sendable {
    case memory, postgres
  }

  /// The kinds that can be had here.
  public static let all: [Kind] = TestPostgres.isInstalled ? Kind.allCases : [.memory]

  public let libraries: LibrariesClient
  public let queue: JobQueueClient
  /// The queue as seen by another program.
  public let otherQueue: JobQueueClient
  private let now: LockIsolated<Date>
  private let setTime: @Sendable (Date) async throws -> Void

  /// - Parameter names: Those of the libraries.
  public init(_ kind: Kind, _ names: [String]) async throws {
    now = LockIsolated(Date(timeIntervalSince1970: 1_000_000))
    switch kind {
    case .memory:
      let memory = DatabaseClient.inMemory(now: { [now] in now.value })
      let folder = URL(fileURLWithPath: "/memory")
      let shelf = Dictionary(
        uniqueKeysWithValues: names.map {
          ($0, memory.library(at: folder.appendingPathComponent($0)))
        })
      (libraries, queue) = LibrariesClient.inMemory(shelf)
      otherQueue = queue
      setTime = { _ in }
    case .postgres:
      let database = try await TestDatabase(on: .shared())
      for name in names { try await database.add(name) }
      libraries = .postgres(database.libraries)
      queue = .postgres(database.libraries)
      otherQueue = .postgres(database.otherProgram)
      setTime = { try await database.setTime($0) }
      try await setTime(now.value)
    }
  }

  public func library(_ name: String) async throws -> DatabaseClient {
    try await libraries.library(named: name)
  }

  /// Adds memos that are to be transcribed, each of that length.
  public func add(
    _ numbers: ClosedRange<UInt8>, to name: String, lasting length: Duration = .seconds(60)
  ) async throws {
    let library = try await library(name)
    for number in numbers {
      var memo = Recording.fixed(number)
      memo.duration = length
      try await library.insert(recording: memo, job: .fixed(number))
    }
  }

  /// Advances the time in all libraries.
  public func wait(_ seconds: Double) async throws {
    try await setTime(
      now.withLock { now in
        now += seconds
        return now
      })
  }
}
