import DatabaseClient
import DatabaseClientLive
import Foundation
import LibraryFolder
import SharedModels
import TestLibraries
import Testing

/// A library's files when unused, and a memo's data outside the database.
struct ClosedLibraryTests {
  private let folder: TemporaryFolder
  private let database: DatabaseClient

  init() throws {
    folder = try TemporaryFolder()
    database = .live(at: folder.database)
  }

  private var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() }
  }

  @Test("A closed library is one file that can be copied; it reopens automatically")
  func copied() async throws {
    try await database.addMemo(1, title: "One", saying: "hello there")
    await database.close()
    #expect(try files == ["library.sqlite"])
    let copy = try TemporaryFolder()
    try FileManager.default.copyItem(at: folder.database, to: copy.database)
    let other = DatabaseClient.live(at: copy.database)
    #expect(try await other.recordings(matching: RecordingQuery()).map(\.title) == ["One"])
    #expect(try await other.search(query: SearchQuery("hello")).count == 1)
    try await database.addMemo(2, title: "Two", saying: "goodbye")
    #expect(try await database.recordings(matching: RecordingQuery()).count == 2)
  }

  @Test("Closing leaves the library to other processes, and the last one closes it")
  func closedByOne() async throws {
    let other = DatabaseClient.live(at: folder.database)
    try await database.addMemo(1, title: "One", saying: "hello")
    _ = try await other.recordings(matching: RecordingQuery())
    await database.close()
    #expect(try files.contains("library.sqlite-wal"))
    try await other.addMemo(2, title: "Two", saying: "hello")
    await other.close()
    #expect(try files == ["library.sqlite"])
    #expect(try await database.recordings(matching: RecordingQuery()).count == 2)
  }

  @Test("Closing an unused library does not create it")
  func unused() async throws {
    await database.close()
    #expect(try files == [])
  }

  @Test("A memo's metadata is mirrored to its file from insertion on")
  func keptOutside() async throws {
    let library = LibraryFolder(root: folder.url)
    try LibraryFolder.make(library.audio)
    for name in ["1.flac", "2.flac"] {
      try Data("sound".utf8).write(to: library.audioFile(named: name))
    }
    var memo = Recording.fixed(1, title: "One")
    try await database.insert(recording: memo, job: .fixed(1))
    try await database.addMemo(2, title: "Two", saying: "hello")
    #expect(MemoFiles(library).recording(forAudio: "1.flac") == memo)
    #expect(MemoFiles(library).recording(forAudio: "2.flac") == Recording.fixed(2, title: "Two"))
    memo.title = "A new name"
    memo.tags = ["home"]
    memo.isFavorite = true
    try await database.update(recording: memo)
    #expect(MemoFiles(library).recording(forAudio: "1.flac") == memo)
  }

  @Test("A memo whose file cannot be written is not added")
  func unwritable() async throws {
    let library = LibraryFolder(root: folder.url)
    try LibraryFolder.make(library.audio)
    try Data("sound".utf8).write(to: library.audioFile(named: "1.flac"))
    try Data("in the way".utf8).write(to: library.memos)
    await #expect(throws: DatabaseError.self) {
      try await database.insert(recording: .fixed(1), job: nil)
    }
    #expect(try await database.recordings(matching: RecordingQuery()).isEmpty)
  }
}
