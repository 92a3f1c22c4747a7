import ConcurrencyExtras
import DatabaseClient
import DatabaseClientLive
import Dependencies
import DependenciesTestSupport
import Foundation
import IdentifiedCollections
import SharedModels
import SharedRecordings
import Sharing
import Testing

private func memo(_ number: UInt8, title: String? = nil) -> Recording {
  .preview(
    id: .init(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number))),
    title: title ?? "Memo \(number)",
    date: Date(timeIntervalSince1970: Double(number) * 1000))
}

/// Waits until the shared list satisfies a condition; otherwise the test ends by its time limit.
private func wait(
  for shared: Shared<IdentifiedArrayOf<Recording>>,
  until isDone: (IdentifiedArrayOf<Recording>) -> Bool
) async {
  for await value in shared.values where isDone(value) { break }
}

@Suite(.timeLimit(.minutes(10)))
struct SharedRecordingsTests {
  /// A library that records the names of writes.
  private struct Library {
    let database: DatabaseClient
    let memory: DatabaseClient
    let writes = LockIsolated<[String]>([])

    init(_ recordings: [Recording] = [memo(1), memo(2), memo(3)]) {
      let memory = DatabaseClient.inMemory(
        recordings.map { TranscribedMemo(recording: $0, transcription: .mock) })
      self.memory = memory
      var database = memory
      database.update = { [writes] recording in
        writes.withLock { $0.append("update \(recording.title)") }
        try await memory.update(recording: recording)
      }
      database.modify = { [writes] id, change in
        let recording = try await memory.modify(id: id, change: change)
        writes.withLock { $0.append("update \(recording.title)") }
        return recording
      }
      database.trash = { [writes] ids, date in
        writes.withLock { $0.append("trash \(ids.count) at \(Int(date.timeIntervalSince1970))") }
        try await memory.trash(ids: ids, at: date)
      }
      database.restore = { [writes] ids in
        writes.withLock { $0.append("restore \(ids.count)") }
        try await memory.restore(ids: ids)
      }
      database.insert = { [writes] recording, job in
        writes.withLock { $0.append("insert \(recording.title)") }
        try await memory.insert(recording: recording, job: job)
      }
      self.database = database
    }

    func shared() async throws -> Shared<IdentifiedArrayOf<Recording>> {
      try await withDependencies {
        $0.database = database
        $0.date = .constant(Date(timeIntervalSince1970: 7))
      } operation: {
        @Shared(.recordings) var recordings
        try await $recordings.load()
        return $recordings
      }
    }

    var titles: [String] {
      get async throws {
        try await database.recordings(matching: RecordingQuery()).map(\.title)
      }
    }
  }

  @Test("The list has the library's memos, newest first, without the trash")
  func load() async throws {
    let library = Library()
    try await library.database.trash(ids: [memo(2).id], at: Date(timeIntervalSince1970: 1))
    let recordings = try await library.shared()
    #expect(recordings.wrappedValue.map(\.title) == ["Memo 3", "Memo 1"])
    #expect(library.writes.value == ["trash 1 at 1"])
  }

  @Test("An unchanged library is read once, a changed one again")
  func readOnce() async throws {
    let (reads, revision) = (LockIsolated(0), LockIsolated(1))
    var database = DatabaseClient.inMemory([
      TranscribedMemo(recording: memo(1), transcription: .mock)
    ])
    database.revision = { revision.value }
    database.recordings = { [recordings = database.recordings] query in
      reads.withLock { $0 += 1 }
      return try await recordings(query)
    }
    try await withDependencies {
      $0.database = database
    } operation: {
      let shared = Shared(.recordings)
      try await shared.load()
      try await shared.load()
      #expect(shared.wrappedValue == [memo(1)])
      #expect(reads.value == 1)
      revision.setValue(2)
      try await shared.load()
      #expect(reads.value == 2)
    }
  }

  @Test("A change is saved as the rows that changed")
  func changedRows() async throws {
    let library = Library()
    let recordings = try await library.shared()
    recordings.withLock {
      $0[id: memo(2).id]?.title = "Budget"
      $0[id: memo(1).id]?.isFavorite = true
    }
    try await recordings.save()
    #expect(library.writes.value == ["update Budget", "update Memo 1"])
    let rows = try await library.database.recordings(matching: RecordingQuery())
    #expect(rows == recordings.wrappedValue.elements)
  }

  @Test("Fields that only the library knows are not written back")
  func notTheirs() async throws {
    let library = Library()
    let recordings = try await library.shared()
    recordings.withLock { $0[id: memo(2).id]?.transcription = .running(progress: 0.5) }
    try await recordings.save()
    #expect(library.writes.value == [])
  }

  @Test("A removed memo moves to the trash, and returns with its changes")
  func removedAndPutBack() async throws {
    let library = Library()
    let recordings = try await library.shared()
    recordings.withLock { _ = $0.remove(id: memo(2).id) }
    try await recordings.save()
    #expect(library.writes.value == ["trash 1 at 7"])
    #expect(try await library.titles == ["Memo 3", "Memo 1"])
    recordings.withLock { _ = $0.insert(memo(2, title: "Two"), at: 1) }
    try await recordings.save()
    #expect(library.writes.value == ["trash 1 at 7", "restore 1", "update Two"])
    #expect(try await library.titles == ["Memo 3", "Two", "Memo 1"])
  }

  @Test("Several memos return to their places at once")
  func severalPutBack() async throws {
    let library = Library()
    let recordings = try await library.shared()
    recordings.withLock { $0.removeAll { $0.id != memo(2).id } }
    try await recordings.save()
    recordings.withLock { $0.insertByDate([memo(1), memo(2, title: "Old"), memo(3)]) }
    #expect(recordings.wrappedValue.map(\.title) == ["Memo 3", "Memo 2", "Memo 1"])
    try await recordings.save()
    #expect(try await library.titles == ["Memo 3", "Memo 2", "Memo 1"])
  }

  @Test("A memo that the library has never seen is added")
  func added() async throws {
    let library = Library()
    let recordings = try await library.shared()
    recordings.withLock { _ = $0.append(memo(9)) }
    try await recordings.save()
    #expect(library.writes.value == ["insert Memo 9"])
    #expect(try await library.titles.first == "Memo 9")
  }

  @Test("Changes by others arrive in the right order")
  func news() async throws {
    let library = Library()
    let recordings = try await library.shared()
    try await library.database.insert(recording: memo(4), job: nil)
    try await library.database.update(recording: memo(1, title: "One"))
    try await library.database.trash(ids: [memo(3).id], at: Date(timeIntervalSince1970: 1))
    await wait(for: recordings) { $0.map(\.title) == ["Memo 4", "Memo 2", "One"] }
    #expect(recordings.wrappedValue.map(\.title) == ["Memo 4", "Memo 2", "One"])
    #expect(library.writes.value == ["insert Memo 4", "update One", "trash 1 at 1"])
  }

  @Test("A memo whose date others have changed moves in the list")
  func date() async throws {
    let library = Library()
    let recordings = try await library.shared()
    _ = try await library.database.modify(id: memo(1).id) {
      $0.date = Date(timeIntervalSince1970: 2_500)
    }
    await wait(for: recordings) { $0[id: memo(1).id]?.date != memo(1).date }
    #expect(recordings.wrappedValue.map(\.title) == ["Memo 3", "Memo 1", "Memo 2"])
  }

  @Test("News of a memo and a change of it that is not saved yet are both kept")
  func both() async throws {
    var library = Library()
    let (gate, open) = AsyncStream<Void>.makeStream()
    let memory = library.database
    library = Library()
    var database = memory
    database.modify = { id, change in
      for await _ in gate { break }
      return try await memory.modify(id: id, change: change)
    }
    let recordings = try await withDependencies {
      $0.database = database
    } operation: {
      @Shared(.recordings) var recordings
      try await $recordings.load()
      return $recordings
    }
    recordings.withLock { $0[id: memo(1).id]?.title = "Mine" }
    recordings.withLock { $0[id: memo(2).id]?.title = "Mine, too" }
    try await memory.insert(recording: memo(5), job: nil)
    open.finish()
    try await recordings.save()
    await wait(for: recordings) { $0.count == 4 }
    #expect(recordings.wrappedValue.map(\.title) == ["Memo 5", "Memo 3", "Mine, too", "Mine"])
    let rows = try await memory.recordings(matching: RecordingQuery())
    #expect(rows == recordings.wrappedValue.elements)
  }

  @Test("Another program's change that was not seen yet is merged with ours")
  func changedElsewhere() async throws {
    let library = Library([memo(1)])
    let recordings = try await library.shared()
    // No news of it: the library is changed behind the list's back.
    recordings.withLock { $0[id: memo(1).id]?.title = "Mine" }
    _ = try await library.memory.modify(id: memo(1).id) { $0.tags = ["theirs"] }
    try await recordings.save()
    let row = try await library.memory.recordings(matching: RecordingQuery()).first
    #expect(row?.title == "Mine")
    #expect(row?.tags == ["theirs"])
  }

  @Test("An unreadable or read-only library reports the reason, and changes are saved later")
  func errors() async throws {
    let isBroken = LockIsolated(true)
    let memory = DatabaseClient.inMemory([
      TranscribedMemo(recording: memo(1), transcription: .mock)
    ])
    var database = memory
    database.recordings = { query in
      if isBroken.value { throw DatabaseError.busy(path: "x") }
      return try await memory.recordings(matching: query)
    }
    database.modify = { id, change in
      if isBroken.value { throw DatabaseError.diskFull(path: "x") }
      return try await memory.modify(id: id, change: change)
    }
    let recordings = withDependencies {
      $0.database = database
    } operation: {
      Shared(.recordings)
    }
    await #expect(throws: DatabaseError.busy(path: "x")) { try await recordings.load() }
    #expect(recordings.loadError as? DatabaseError == .busy(path: "x"))
    isBroken.setValue(false)
    try await recordings.load()
    #expect(recordings.loadError == nil && recordings.wrappedValue.count == 1)
    isBroken.setValue(true)
    recordings.withLock { $0[id: memo(1).id]?.title = "New" }
    await #expect(throws: DatabaseError.diskFull(path: "x")) { try await recordings.save() }
    #expect(recordings.wrappedValue.first?.title == "New")
    isBroken.setValue(false)
    try await recordings.save()
    #expect(try await memory.recordings(matching: RecordingQuery()).first?.title == "New")
  }

  @Test("Changes of the file by another process arrive")
  func otherProcess() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(component: "shared-recordings-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(component: "library.sqlite")
    // To SQLite, a separate connection is like another process.
    let other = DatabaseClient.live(at: file)
    try await other.insert(recording: memo(1), job: nil)
    let recordings = try await withDependencies {
      $0.database = .live(at: file)
    } operation: {
      @Shared(.recordings) var recordings
      try await $recordings.load()
      return $recordings
    }
    try await other.insert(recording: memo(2), job: nil)
    try await other.update(recording: memo(1, title: "Theirs"))
    await wait(for: recordings) { $0.map(\.title) == ["Memo 2", "Theirs"] }
    recordings.withLock { $0[id: memo(2).id]?.title = "Ours" }
    try await recordings.save()
    #expect(
      try await other.recordings(matching: RecordingQuery()).map(\.title) == ["Ours", "Theirs"])
  }
}
