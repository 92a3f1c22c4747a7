import ConcurrencyExtras
import DatabaseClient
import Dependencies
import Foundation
import RetentionCore
import SharedModels
import SoundCore
import Testing

struct MaintainTests {
  private struct Broken: Error, CustomStringConvertible {
    let description = "it is broken"
  }

  @Test("Due maintenance runs, by default in the user's library")
  func one() async throws {
    let session = try CommandSession([.numbered(1, title: "One")])
    let memo = TranscribedMemo.numbered(1, title: "One").recording
    let outcome = await session.run("maintain", "--json") {
      $0.retentionKeeper.plan = { _ in RetentionPlan(toTrash: [memo]) }
      $0.retentionKeeper.apply = { _ in RetentionOutcome(trashed: [memo.id]) }
    }
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.objects.map { $0["event"] as? String } == ["trashed"])
  }

  @Test("As JSON, failures are events", arguments: ["tidy", "maintain"])
  func failures(command: String) async throws {
    let memo = TranscribedMemo.numbered(1, title: "One").recording
    let session = try CommandSession()
    let outcome = await session.run(command, "--json") {
      $0.retentionKeeper.plan = { _ in RetentionPlan(toDelete: [memo]) }
      $0.retentionKeeper.apply = { _ in
        RetentionOutcome(failures: ["/a.flac cannot be deleted: it is in use"], deletedCount: 1)
      }
    }
    #expect(outcome.status == 1)
    #expect(outcome.objects.map { $0["event"] as? String } == ["deleted", "failed"])
    #expect(
      outcome.objects.last?["reason"] as? String == "/a.flac cannot be deleted: it is in use")
  }

  @Test("As JSON, a library that fails is an event")
  func failedLibrary() async throws {
    let session = try CommandSession()
    let outcome = await session.run("maintain", "--library", "/one", "--json") {
      $0.retentionKeeper.plan = { _ in throw Broken() }
    }
    #expect(outcome.status == 1 && outcome.error == "")
    #expect(outcome.objects.map { $0["event"] as? String } == ["failed"])
    #expect(outcome.objects.first?["library"] as? String == "/one")
    #expect(outcome.objects.first?["reason"] as? String == "it is broken")
  }

  @Test("A lost database is reported and not replaced with an empty one")
  func lostDatabase() async throws {
    let session = try CommandSession()
    let lost = DatabaseError.missing(path: "/one/library.sqlite")
    let outcome = await session.run("maintain", "--library", "/one") {
      $0.database.library = { _ in
        var database = DatabaseClient.inMemory()
        database.checkFile = { throw lost }
        return database
      }
      $0.retentionKeeper.plan = { _ in RetentionPlan() }
    }
    #expect(outcome == .init(1, error: "speechmemo: /one: \(lost)\n"))
  }

  @Test("Leftovers of uploads are deleted from audio stores once they are old enough")
  func leftovers() async throws {
    let session = try CommandSession()
    let asked = LockIsolated<[(folder: String, before: Date)]>([])
    let outcome = await session.run("maintain", "--library", "/one", "--library", "/two") {
      $0.retentionKeeper.plan = { _ in RetentionPlan() }
      $0.soundFiles.removeLeftovers = { folder, date in
        asked.withValue { $0.append((folder.path, date)) }
        if folder.path == "/one/audio" { throw Broken() }
      }
    }
    #expect(outcome.status == 1)
    #expect(asked.value.map(\.folder) == ["/one/audio", "/two/audio"])
    #expect(asked.value.allSatisfy { $0.before == CommandSession.now.addingTimeInterval(-86_400) })
  }

  @Test("A failing library does not stop the others, and sets the exit status")
  func several() async throws {
    let session = try CommandSession()
    let outcome = await session.run("maintain", "--library", "/one", "--library", "/two") {
      $0.retentionKeeper.plan = { _ in
        @Dependency(\.libraryFolder) var folder
        guard folder.root.path == "/two"
        else { throw Broken() }
        return RetentionPlan()
      }
    }
    #expect(
      outcome
        == .init(
          1,
          error: """
            speechmemo: /one: it is broken
            Nothing is old enough to be moved or deleted.

            """))
  }
}
