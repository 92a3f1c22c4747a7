import ConcurrencyExtras
import DatabaseClient
import Foundation
import SQLite
import SharedModels
import TestLibraries
import Testing

@testable import DatabaseClientLive

/// Jobs whose owners are other processes, which can be seen or not.
struct DeadOwnerTests {
  private let folder: TemporaryFolder
  private let now: LockIsolated<Date>
  private let database: DatabaseClient
  private let other: DatabaseClient

  init() async throws {
    folder = try TemporaryFolder()
    let now = LockIsolated(Date(timeIntervalSince1970: 1_000_000))
    self.now = now
    database = .live(at: folder.database, busyTimeout: .zero, now: { now.value })
    other = .live(at: folder.database, now: { now.value })
    try await database.insert(recording: .fixed(1), job: .fixed(1))
    _ = try #require(try await database.jobs.claim(among: nil))
  }

  /// A number that no process has: the system's are smaller.
  private static let deadNumber: Int32 = 99_999_999

  private func setOwner(_ owner: ProcessIdentity?) throws {
    try Connection(path: folder.database.path, busyTimeout: .seconds(5))
      .run("UPDATE jobs SET process = ?", [owner?.text])
  }

  @Test("Jobs of a process known to be dead are free at once")
  func dead() async throws {
    let current = try #require(ProcessIdentity.current)
    try setOwner(ProcessIdentity(place: current.place, number: Self.deadNumber, start: "1"))
    #expect(try await other.jobs.claim(among: nil)?.attempts == 2)
  }

  @Test("A new process that reuses a dead one's id is not confused with it")
  func sameNumber() async throws {
    let current = try #require(ProcessIdentity.current)
    try setOwner(ProcessIdentity(place: current.place, number: current.number, start: "1"))
    #expect(try await other.jobs.claim(among: nil)?.attempts == 2)
  }

  @Test(
    "Jobs of a process that cannot be seen are free when the lease expires",
    arguments: ["another-boot pid:[1]", "", "here"])
  func unseen(place: String) async throws {
    let current = try #require(ProcessIdentity.current)
    try setOwner(
      place.isEmpty
        ? nil
        : ProcessIdentity(
          place: place == "here" ? current.place : place,
          number: place == "here" ? current.number : Self.deadNumber, start: current.start))
    #expect(try await other.jobs.claim(among: nil) == nil)
    now.withValue { $0 += 30 }
    #expect(try await other.jobs.claim(among: nil)?.attempts == 2)
  }

  @Test("A process is identified only by its identity file")
  func text() throws {
    let current = try #require(ProcessIdentity.current)
    #expect(ProcessIdentity(current.text) == current && !current.hasEnded)
    for text in ["", "17:4", "a b c d", "a b 1", "a b 1 2 3"] {
      #expect(ProcessIdentity(text) == nil)
    }
  }

  @Test("A job that could not be returned is free when its lease expires")
  func notPutBack() async throws {
    let id = TranscriptionJob.fixed(1).id
    let connection = try Connection(path: folder.database.path, busyTimeout: .zero)
    try connection.execute("BEGIN IMMEDIATE")
    await #expect(throws: DatabaseError.busy(path: folder.database.path)) {
      try await database.jobs.end(id: id, outcome: .interrupted)
    }
    try connection.execute("ROLLBACK")
    #expect(try await database.jobs.claim(among: nil) == nil)
    now.withValue { $0 += 30 }
    #expect(try await database.jobs.claim(among: nil)?.id == id)
  }

  @Test("A job claimed by an earlier version is free, and that version cannot write to it")
  func earlierVersion() async throws {
    try Connection(path: folder.database.path, busyTimeout: .seconds(5))
      .run("UPDATE jobs SET owner = '17:4711', leased_until = NULL, process = NULL")
    #expect(try await other.jobs.claim(among: nil)?.attempts == 2)
    await #expect(throws: DatabaseError.notFound(TranscriptionJob.fixed(1).id)) {
      try await database.jobs.renew(id: TranscriptionJob.fixed(1).id)
    }
  }
}
