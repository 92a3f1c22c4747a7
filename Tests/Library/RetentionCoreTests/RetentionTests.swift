import ConcurrencyExtras
import DatabaseClient
import Dependencies
import Foundation
import LibraryFolder
import RetentionCore
import SharedModels
import SharedSettings
import Sharing
import Testing

private let now = Date(timeIntervalSince1970: 1_800_000_000)

private func memo(
  _ number: UInt8, age days: Double, trashed: Double? = nil,
  change: (inout Recording) -> Void = { _ in }
) -> Recording {
  var memo = Recording.preview(
    id: .init(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number))),
    title: "Memo \(number)", date: now.addingTimeInterval(-days * 86_400))
  memo.trashedAt = trashed.map { now.addingTimeInterval(-$0 * 86_400) }
  change(&memo)
  return memo
}

/// A library on the disk, as far as files are concerned.
private final class Library: Sendable {
  let root = FileManager.default.temporaryDirectory
    .appendingPathComponent("retention-\(UUID().uuidString)", isDirectory: true)
  let database: DatabaseClient
  let files = LockIsolated<[URL: Data]>([:])

  init(_ memos: [Recording]) throws {
    database = .inMemory(memos.map { TranscribedMemo(recording: $0, transcription: .mock) })
    let folder = LibraryFolder(root: root)
    try FileManager.default.createDirectory(at: folder.audio, withIntermediateDirectories: true)
    for memo in memos {
      let file = folder.audioFile(named: memo.audio.fileName)
      try Data("sound".utf8).write(to: file)
      try FileManager.default.setAttributes(
        [.modificationDate: memo.date], ofItemAtPath: file.path)
    }
  }

  deinit {
    try? FileManager.default.removeItem(at: root)
  }

  func file(of memo: Recording) -> URL {
    LibraryFolder(root: root).audioFile(named: memo.audio.fileName)
  }

  func run<Value>(
    at date: Date = now, _ work: (RetentionKeeper) async throws -> Value
  ) async throws -> Value {
    try await withDependencies {
      $0.database = database
      $0.date = .constant(date)
      $0.defaultFileStorage = .inMemory(fileSystem: files)
      $0.libraryFolder = LibraryFolder(root: root)
      $0.retentionKeeper = .liveValue
    } operation: {
      @Dependency(\.retentionKeeper) var keeper
      return try await work(keeper)
    }
  }
}

struct RetentionTests {
  private typealias Retention = Settings.Retention

  @Test("Without a number of days nothing goes")
  func forEver() async throws {
    let library = try Library([memo(1, age: 9000), memo(2, age: 9000, trashed: 8000)])
    #expect(try await library.run { try await $0.plan(retention: Retention()) }.isEmpty)
    #expect(try await library.run { try await $0.run() } == nil)
  }

  @Test("Older memos are trashed; those of exactly that age or newer stay")
  func days() async throws {
    let memos = [memo(1, age: 31), memo(2, age: 30), memo(3, age: 1)]
    let library = try Library(memos)
    let plan = try await library.run { try await $0.plan(retention: Retention(memoDays: 30)) }
    #expect(plan == RetentionPlan(toTrash: [memos[0]]))
    #expect(plan.trashedByteCount == memos[0].audio.byteCount)
    #expect(plan.freedByteCount == 0)
  }

  @Test("Favorites and memos that wait for their transcript stay")
  func exceptions() async throws {
    let library = try Library([
      memo(1, age: 99) { $0.isFavorite = true },
      memo(2, age: 99) { $0.transcription = .queued },
      memo(3, age: 99) { $0.transcription = .running(progress: 0.5) },
      memo(4, age: 99) { $0.transcription = .failed(reason: "no") },
    ])
    let plan = try await library.run { try await $0.plan(retention: Retention(memoDays: 30)) }
    #expect(plan.toTrash.map(\.title) == ["Memo 4"])
  }

  @Test("An old recording's days count from its import")
  func imported() async throws {
    let memo = memo(1, age: 4000)
    let library = try Library([memo])
    try FileManager.default.setAttributes(
      [.modificationDate: now.addingTimeInterval(-86_400)],
      ofItemAtPath: library.file(of: memo).path)
    #expect(
      try await library.run { try await $0.plan(retention: Retention(memoDays: 30)) }.isEmpty)
    try FileManager.default.removeItem(at: library.file(of: memo))
    let plan = try await library.run { try await $0.plan(retention: Retention(memoDays: 30)) }
    #expect(plan.toTrash == [memo])
  }

  @Test("Trashed memos keep their audio and can be restored")
  func undo() async throws {
    let memo = memo(1, age: 99)
    let library = try Library([memo])
    let outcome = try await library.run { keeper in
      try await keeper.apply(plan: try await keeper.plan(retention: Retention(memoDays: 30)))
    }
    #expect(outcome == RetentionOutcome(trashed: [memo.id]))
    #expect(try await library.database.recordings(matching: RecordingQuery()) == [])
    #expect(FileManager.default.fileExists(atPath: library.file(of: memo).path))
    try await library.run { try await $0.restore(ids: outcome.trashed) }
    #expect(try await library.database.recordings(matching: RecordingQuery()) == [memo])
  }

  @Test("Memos that the user restored stay")
  func broughtBack() async throws {
    let library = try Library([memo(1, age: 99), memo(2, age: 99)])
    let retention = Retention(memoDays: 30)
    let outcome = try await library.run { keeper in
      try await keeper.apply(plan: try await keeper.plan(retention: retention))
    }
    #expect(outcome.trashed.count == 2)
    // However it was brought back.
    try await library.database.restore(ids: [memo(1, age: 99).id])
    #expect(try await library.run { try await $0.plan(retention: retention) }.isEmpty)
  }

  @Test("Memos in the trash for longer are permanently deleted with their audio")
  func forgotten() async throws {
    let memos = [memo(1, age: 99, trashed: 8), memo(2, age: 99, trashed: 6), memo(3, age: 99)]
    let library = try Library(memos)
    let plan = try await library.run { try await $0.plan(retention: Retention(trashDays: 7)) }
    #expect(plan.toDelete == [memos[0]])
    #expect(plan.freedByteCount == memos[0].audio.byteCount)
    let outcome = try await library.run { try await $0.apply(plan: plan) }
    #expect(
      outcome == RetentionOutcome(deletedCount: 1, freedByteCount: memos[0].audio.byteCount))
    #expect(!FileManager.default.fileExists(atPath: library.file(of: memos[0]).path))
    #expect(
      try await library.database.recordings(matching: RecordingQuery(place: nil)).map(\.title)
        == ["Memo 3", "Memo 2"])
  }

  @Test("A memo restored while the plan runs is still tracked")
  func late() async throws {
    let memo = memo(1, age: 99, trashed: 50)
    let library = try Library([memo])
    let plan = try await library.run { try await $0.plan(retention: Retention(trashDays: 7)) }
    try await library.database.restore(ids: [memo.id])
    let outcome = try await library.run { try await $0.apply(plan: plan) }
    #expect(outcome == RetentionOutcome())
    #expect(FileManager.default.fileExists(atPath: library.file(of: memo).path))
  }

  @Test("Permanently deleted memos are no longer tracked")
  func remembered() async throws {
    let library = try Library([memo(1, age: 99), memo(2, age: 40)])
    func tidy(_ days: Int) async throws {
      _ = try await library.run { keeper in
        try await keeper.apply(plan: try await keeper.plan(retention: Retention(memoDays: days)))
      }
    }
    func remembered() throws -> [String] {
      let file = LibraryFolder(root: library.root).retired
      return try JSONDecoder().decode([String].self, from: try #require(library.files.value[file]))
        .map { String($0.suffix(2)) }
    }
    try await tidy(90)
    #expect(try remembered() == ["01"])
    _ = try await library.database.deletePermanently(ids: [memo(1, age: 99).id])
    try await tidy(30)
    #expect(try remembered() == ["02"])
  }

  @Test("A memo moves to the trash first, and is deleted after its days there")
  func run() async throws {
    let library = try Library([memo(1, age: 99)])
    let retention = Retention(memoDays: 30, trashDays: 7)
    try await library.run { _ in
      @Shared(.settings) var settings
      $settings.withLock { $0.retention = retention }
      try await $settings.save()
    }
    let first = try await library.run { try await $0.run() }
    #expect(first?.trashed.count == 1)
    #expect(first?.deletedCount == 0)
    #expect(try await library.run { try await $0.run() } == nil)
    let later = now.addingTimeInterval(8 * 86_400)
    let second = try await library.run(at: later) { try await $0.run() }
    #expect(second?.deletedCount == 1)
    #expect(try await library.database.audioFileNames() == [])
  }
}
