import AudioFileClient
import DatabaseClient
import DatabaseClientLive
import Dependencies
import Foundation
import ImportCore
import LibraryFolder
import RecordingCore
import SharedModels
import Testing

/// A library without its database is rebuilt from its audio and its memo files.
struct RebuiltLibraryTests {
  private let folder = LibraryFolder(
    root: FileManager.default.temporaryDirectory.appending(component: "rebuilt-\(UUID())"))

  private func withLibrary(_ body: () async throws -> Void) async throws {
    defer { try? FileManager.default.removeItem(at: folder.root) }
    try await withDependencies {
      $0.audioFile = .simulated()
      $0.audioFile.checksum = { url in
        StoredAudio(byteCount: 4, sha256: try String(contentsOf: url, encoding: .utf8))
      }
      $0.audioFile.copyIn = { source, destination in
        try FileManager.default.copyItem(at: source, to: destination)
        return StoredAudio(byteCount: 4, sha256: try String(contentsOf: source, encoding: .utf8))
      }
      $0.audioFile.probe = { _ in
        AudioFileInfo(
          byteCount: 4, channelCount: 1, duration: .seconds(2), format: .flac, sampleRate: 16000)
      }
      $0.database = .live(at: folder.database)
      $0.date = .constant(Date(timeIntervalSince1970: 5))
      $0.libraryFolder = folder
      $0.uuid = .incrementing
    } operation: {
      try await body()
    }
  }

  @discardableResult
  private func file(_ name: String, _ text: String) throws -> URL {
    let url = folder.root.appending(component: name)
    try LibraryFolder.make(folder.root)
    try Data(text.utf8).write(to: url)
    return url
  }

  @Test("Titles, dates, tags, marks and ids are as they were, and each memo is transcribed again")
  func rebuilt() async throws {
    try await withLibrary {
      @Dependency(\.database) var database
      var known: [Recording] = []
      for (title, text) in [("One", "A"), ("Two", "B")] {
        let outcome = try await Importer()(
          try file("\(title).flac", text), named: "\(title).flac", job: nil)
        guard case .added(var memo, _, _) = outcome
        else {
          Issue.record("\(outcome)")
          return
        }
        memo.title = "\(title), renamed"
        memo.tags = ["work", title]
        memo.isFavorite = title == "Two"
        try await database.update(recording: memo)
        memo.transcription = .queued
        known.append(memo)
      }
      try await database.trash(ids: [known[0].id], at: Date(timeIntervalSince1970: 6))
      await database.close()
      try FileManager.default.removeItem(at: folder.database)

      try await OrphanedAudio().adopt(title: "Recovered memo", job: JobRequest()) { _, result in
        #expect(throws: Never.self) { try result.get() }
      }
      let memos = try await database.recordings(matching: RecordingQuery())
      #expect(
        memos.map { "\($0)" }.sorted()
          == known.map { memo in
            var memo = memo
            memo.audio.byteCount = 4
            memo.audio.channelCount = 1
            return "\(memo)"
          }.sorted())
      #expect(try await database.jobs.list().count == 2)
      #expect(try await OrphanedAudio().files() == [])
    }
  }

  @Test("Audio of an emptied trash is gone and does not come back")
  func emptied() async throws {
    try await withLibrary {
      @Dependency(\.database) var database
      let outcome = try await Importer()(try file("One.flac", "A"), job: nil)
      guard case .added(let memo, _, _) = outcome
      else {
        Issue.record("\(outcome)")
        return
      }
      #expect(MemoFiles(folder).recording(forAudio: memo.audio.fileName) != nil)
      try await database.trash(ids: [memo.id], at: Date(timeIntervalSince1970: 6))
      _ = try await TrashEmptier()()
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.memos.path) == [])
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.audio.path) == [])
    }
  }

  @Test("Memos of a library of before get their files, and files of nothing go")
  func completed() async throws {
    try await withLibrary {
      let outcome = try await Importer()(try file("One.flac", "A"), named: "One.flac", job: nil)
      guard case .added(let memo, _, _) = outcome
      else {
        Issue.record("\(outcome)")
        return
      }
      let files = MemoFiles(folder)
      files.delete(forAudio: memo.audio.fileName)
      try Data("{}".utf8).write(to: folder.memos.appending(component: "gone.json"))
      try await OrphanedAudio().adopt(title: "Recovered memo", job: JobRequest()) { _, _ in }
      #expect(files.recording(forAudio: memo.audio.fileName) == memo)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.memos.path).count == 1)
    }
  }
}
