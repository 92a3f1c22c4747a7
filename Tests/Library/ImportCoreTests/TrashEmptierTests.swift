import ConcurrencyExtras
import DatabaseClient
import Dependencies
import Foundation
import ImportCore
import LibraryFolder
import SharedModels
import Testing

/// Freeing disk space.
struct TrashEmptierTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private func memo(_ number: Int, isTrashed: Bool = true) throws -> Recording {
    var memo = Recording.preview(id: .init(UUID(number)), title: "Memo \(number)")
    memo.audio.fileName = "\(number).wav"
    memo.trashedAt = isTrashed ? Date(timeIntervalSince1970: 1) : nil
    try scratch.file("audio/\(number).wav")
    return memo
  }

  private func empty(_ database: DatabaseClient) async throws -> TrashEmptier.Outcome {
    try await withDependencies {
      $0.database = database
      $0.libraryFolder = LibraryFolder(root: scratch.folder)
    } operation: {
      try await TrashEmptier()()
    }
  }

  @Test("On a full disk, audio is deleted before rows, and only from the trash")
  func fullDisk() async throws {
    let memos = try [memo(1), memo(2, isTrashed: false), memo(3)]
    var database = DatabaseClient.inMemory(
      memos.map { TranscribedMemo(recording: $0, transcription: .mock) })
    let free = database.deletePermanentlyFreeingSpace
    let left = LockIsolated<[String]>([])
    database.deletePermanently = { _ in throw DatabaseError.diskFull(path: "disk") }
    database.deletePermanentlyFreeingSpace = { [scratch] ids, remove in
      let forgotten = try await free(ids) { recording in
        remove(recording)
        left.setValue(scratch.names(in: "audio"))
      }
      return forgotten
    }
    let outcome = try await empty(database)
    #expect(Set(outcome.deleted.map(\.title)) == ["Memo 1", "Memo 3"])
    #expect(outcome.byteCount == 2 * memos[0].audio.byteCount)
    #expect(outcome.failures == [])
    #expect(left.value == ["2.wav"])
    #expect(scratch.names(in: "audio") == ["2.wav"])
    let kept = try await database.recordings(matching: RecordingQuery(place: nil))
    #expect(kept.map(\.title) == ["Memo 2"])
  }

  @Test("Audio that could not be deleted is marked where the library has a file of its memo")
  func marked() async throws {
    let (database, files) = (
      DatabaseClient.inMemory(
        try [memo(1), memo(2)].map { TranscribedMemo(recording: $0, transcription: .mock) }),
      MemoFiles(LibraryFolder(root: scratch.folder))
    )
    try files.write(try memo(1))
    let outcome = try await withDependencies {
      $0.soundFiles.delete = { $0.map { _ in .failed(reason: "it is in use") } }
    } operation: {
      try await empty(database)
    }
    let retried = outcome.failures.filter(\.isRetried).map(\.file.lastPathComponent)
    #expect(outcome.failures.count == 2 && retried == ["1.wav"])
    #expect(files.isDeleted(audio: "1.wav") && !files.isDeleted(audio: "2.wav"))
  }

  @Test("While audio is deleted, a list names it, and only then")
  func listed() async throws {
    let memos = try [memo(1), memo(2, isTrashed: false), memo(3)]
    let database = DatabaseClient.inMemory(
      memos.map { TranscribedMemo(recording: $0, transcription: .mock) })
    let folder = LibraryFolder(root: scratch.folder)
    let listed = LockIsolated<Set<String>>([])
    _ = try await withDependencies {
      $0.soundFiles.delete = { files in
        listed.setValue(DeletionList.names(in: folder))
        return files.map { _ in .deleted }
      }
    } operation: {
      try await empty(database)
    }
    #expect(listed.value == ["1.wav", "3.wav"])
    #expect(DeletionList.names(in: folder) == [])
  }

  @Test("A deletion that fails leaves no list")
  func unlisted() async throws {
    var database = try DatabaseClient.inMemory([
      TranscribedMemo(recording: memo(1), transcription: .mock)
    ])
    database.deletePermanently = { _ in throw DatabaseError.busy(path: "database") }
    await #expect(throws: DatabaseError.busy(path: "database")) { try await empty(database) }
    #expect(DeletionList.names(in: LibraryFolder(root: scratch.folder)) == [])
  }

  @Test("If the disk stays full, it is reported, and the memos stay in the trash")
  func stillFull() async throws {
    var database = try DatabaseClient.inMemory([
      TranscribedMemo(recording: memo(1), transcription: .mock)
    ])
    database.deletePermanently = { _ in throw DatabaseError.diskFull(path: "disk") }
    database.deletePermanentlyFreeingSpace = { _, _ in throw DatabaseError.diskFull(path: "disk") }
    await #expect(throws: DatabaseError.diskFull(path: "disk")) { try await empty(database) }
    #expect(try await database.recordings(matching: RecordingQuery(place: .trash)).count == 1)
  }
}
