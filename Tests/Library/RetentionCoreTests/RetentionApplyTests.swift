import ConcurrencyExtras
import DatabaseClient
import Dependencies
import Foundation
import LibraryFolder
import RetentionCore
import SharedModels
import Testing

/// A plan that is carried out late, or not completely.
struct RetentionApplyTests {
  private struct Refused: Error, CustomStringConvertible {
    let description = "the library is busy"
  }

  private let root = FileManager.default.temporaryDirectory
    .appendingPathComponent("retention-\(UUID().uuidString)", isDirectory: true)

  private func memo(_ number: UInt8, trashed: Date? = nil) -> Recording {
    var memo = Recording.preview(
      id: .init(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number))),
      title: "Memo \(number)", date: Date(timeIntervalSince1970: 1000))
    memo.trashedAt = trashed
    return memo
  }

  private func apply(
    _ plan: RetentionPlan, in database: DatabaseClient
  ) async throws -> RetentionOutcome {
    defer { try? FileManager.default.removeItem(at: root) }
    return try await withDependencies {
      $0.database = database
      $0.date = .constant(Date(timeIntervalSince1970: 2_000_000))
      $0.defaultFileStorage = .inMemory
      $0.libraryFolder = LibraryFolder(root: root)
      $0.retentionKeeper = .liveValue
    } operation: {
      @Dependency(\.retentionKeeper) var keeper
      return try await keeper.apply(plan: plan)
    }
  }

  private func library(_ memos: [Recording]) -> DatabaseClient {
    .inMemory(memos.map { TranscribedMemo(recording: $0, transcription: .mock) })
  }

  @Test("The sizes of a plan saturate")
  func sizes() {
    var large = memo(1)
    large.audio.byteCount = .max
    let plan = RetentionPlan(toTrash: [large, large], toDelete: [large, large])
    #expect(plan.trashedByteCount == .max)
    #expect(plan.freedByteCount == .max)
  }

  @Test("Trashed memos are reported even if permanent deletion fails")
  func half() async throws {
    let plan = RetentionPlan(
      toTrash: [memo(1)], toDelete: [memo(2, trashed: Date(timeIntervalSince1970: 1))])
    var database = library(plan.toTrash + plan.toDelete)
    database.deletePermanently = { _ in throw Refused() }
    #expect(
      try await apply(plan, in: database)
        == RetentionOutcome(failures: ["the library is busy"], trashed: [memo(1).id]))
    let trash = try await database.recordings(matching: RecordingQuery(place: .trash))
    #expect(Set(trash.map(\.title)) == ["Memo 1", "Memo 2"])
  }

  @Test("Permanent deletion runs first, since a full disk prevents moves")
  func order() async throws {
    let plan = RetentionPlan(
      toTrash: [memo(1)], toDelete: [memo(2, trashed: Date(timeIntervalSince1970: 1))])
    var database = library(plan.toTrash + plan.toDelete)
    let isFull = LockIsolated(true)
    let (free, trash) = (database.deletePermanentlyFreeingSpace, database.trash)
    database.deletePermanently = { _ in throw DatabaseError.diskFull(path: "disk") }
    database.deletePermanentlyFreeingSpace = { ids, remove in
      defer { isFull.setValue(false) }
      return try await free(ids, remove)
    }
    database.trash = { ids, date in
      if isFull.value { throw DatabaseError.diskFull(path: "disk") }
      try await trash(ids, date)
    }
    let outcome = try await apply(plan, in: database)
    #expect(outcome.deletedCount == 1)
    #expect(outcome.trashed == [memo(1).id])
    #expect(outcome.failures == [])
  }

  @Test("If nothing was removed, the error is thrown")
  func nothing() async throws {
    let plan = RetentionPlan(toDelete: [memo(1, trashed: Date(timeIntervalSince1970: 1))])
    var database = library(plan.toDelete)
    database.deletePermanently = { _ in throw Refused() }
    do {
      let outcome = try await apply(plan, in: database)
      Issue.record("It went: \(outcome)")
    } catch is Refused {}
  }

  @Test("A memo restored and trashed again since the plan starts its days over")
  func thrownAwayAgain() async throws {
    let early = Date(timeIntervalSince1970: 1)
    let plan = RetentionPlan(toDelete: [memo(1, trashed: early), memo(2, trashed: early)])
    let database = library(plan.toDelete)
    try await database.restore(ids: [memo(1).id])
    try await database.trash(ids: [memo(1).id], at: Date(timeIntervalSince1970: 1_999_999))
    #expect(try await apply(plan, in: database).deletedCount == 1)
    let left = try await database.recordings(matching: RecordingQuery(place: nil))
    #expect(left.map(\.title) == ["Memo 1"])
  }

  @Test("Memos that became favorites, pending or trashed since the plan are skipped")
  func changedSince() async throws {
    let plan = RetentionPlan(toTrash: (1...4).map { memo($0) })
    let thrownAway = Date(timeIntervalSince1970: 1_999_999)
    var now = plan.toTrash
    now[0].isFavorite = true
    now[1].transcription = .queued
    now[2].trashedAt = thrownAway
    let database = library(now)
    #expect(try await apply(plan, in: database) == RetentionOutcome(trashed: [memo(4).id]))
    let library = try await database.recordings(matching: RecordingQuery())
    #expect(Set(library.map(\.title)) == ["Memo 1", "Memo 2"])
    let trash = try await database.recordings(matching: RecordingQuery(place: .trash))
    #expect(trash.first { $0.title == "Memo 3" }?.trashedAt == thrownAway)
  }

  @Test("Only trashed memos are permanently deleted, with their audio")
  func forget() async throws {
    let memos = [memo(1), memo(2, trashed: Date(timeIntervalSince1970: 1))]
    let database = library(memos)
    let folder = LibraryFolder(root: root)
    defer { try? FileManager.default.removeItem(at: root) }
    try FileManager.default.createDirectory(at: folder.audio, withIntermediateDirectories: true)
    for memo in memos { try Data("x".utf8).write(to: folder.audioFile(named: memo.audio.fileName)) }
    let outcome = try await withDependencies {
      $0.database = database
      $0.defaultFileStorage = .inMemory
      $0.libraryFolder = folder
      $0.retentionKeeper = .liveValue
    } operation: {
      @Dependency(\.retentionKeeper) var keeper
      return try await keeper.deletePermanently(ids: memos.map(\.id))
    }
    #expect(
      outcome
        == RetentionOutcome(deletedCount: 1, freedByteCount: Recording.mock.audio.byteCount))
    #expect(
      try await database.recordings(matching: RecordingQuery(place: nil)).map(\.title) == ["Memo 1"]
    )
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.audio.path)
        == [memos[0].audio.fileName])
  }
}
