import DatabaseClient
import Foundation
import PostgreSQL
import SharedModels
import Tagged
import TestLibraries
import TestPostgres
import Testing

@testable import DatabaseClientPostgres

/// Voices while several programs write to one library at the same moment.
@Suite(
  .enabled(if: TestPostgres.isInstalled, "\(TestPostgres.installHint)"), .timeLimit(.minutes(10)))
struct VoicesAtOnceTests {
  @Test("A forgotten voice is not restored by a concurrent write")
  func forgottenMeanwhile() async throws {
    let database = try await TestDatabase(on: .shared())
    try await database.add("a")
    let library = database.libraries.client("a")
    let anna = Voice.fixed(0.75, 0.25)
    try await library.addMemo(1, saidBy: [.fixed(0, name: "Anna", anna)])
    try await library.remember("Anna", of: 1)
    try await library.addMemo(2, saidBy: [.fixed(0, nil)])
    let transcript = try #require(try await library.transcription(Recording.fixed(2).id))

    let other = database.otherProgram
    let number = try await other.number(of: "a")
    let forgetting = try await other.write(of: number) { transaction in
      let session = LibrarySession(transaction, library: number)
      try session.edit(
        transcript.id, with: .replace([.fixed(0, anna)], words: transcript.words.map { _ in 0 }))
      let forgetting = Task { try await library.voices.forget("Anna") }
      // Text written here must not be visible before it is stored.
      while try transaction.first(
        """
        SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
        WHERE datname = current_database() AND locktype = 'advisory' AND objid = $1 AND NOT granted
        """, [number], row: { $0.int(0) }) == 0
      {}
      return forgetting
    }
    #expect(try await forgetting.value == .waiting)
    #expect(try await library.speakers(of: 2) == [.fixed(0, nil)])
    #expect(try await library.speakers(of: 1) == [.fixed(0, name: "Anna", nil)])
  }
}
