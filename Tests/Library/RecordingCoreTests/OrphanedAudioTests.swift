import AudioFileClient
import DatabaseClient
import Dependencies
import Foundation
import ImportCore
import LibraryFolder
import RecordingCore
import SharedModels
import Testing

struct OrphanedAudioTests {
  private let folder = LibraryFolder(
    root: FileManager.default.temporaryDirectory.appending(component: "stray-\(UUID())"))

  private func withLibrary(
    _ database: DatabaseClient = .inMemory(), files: [(folder: URL, name: String, text: String)],
    _ body: () async throws -> Void
  ) async throws {
    defer { try? FileManager.default.removeItem(at: folder.root) }
    for file in files {
      try LibraryFolder.make(file.folder)
      try Data(file.text.utf8).write(to: file.folder.appendingPathComponent(file.name))
    }
    try await withDependencies {
      $0.audioFile = .simulated()
      $0.audioFile.copyIn = { source, destination in
        try FileManager.default.copyItem(at: source, to: destination)
        return StoredAudio(byteCount: 4, sha256: try String(contentsOf: source, encoding: .utf8))
      }
      $0.audioFile.probe = { url in
        guard try Data(contentsOf: url) != Data("?".utf8)
        else { throw AudioFileError.damaged(path: url.path, format: "flac") }
        return AudioFileInfo(
          byteCount: 4, channelCount: 1, duration: .seconds(2), format: .flac, sampleRate: 16000)
      }
      $0.database = database
      $0.date = .constant(Date(timeIntervalSince1970: 5))
      $0.libraryFolder = folder
      $0.uuid = .incrementing
    } operation: {
      try await body()
    }
  }

  @Test("Audio without a memo becomes one; unreadable audio stays, and drafts are ignored")
  func adopt() async throws {
    let database = DatabaseClient.inMemory()
    let files = [
      (folder.audio, "a.flac", "A"), (folder.audio, ".hidden", "H"),
      (folder.drafts, "recording-b.flac", "B"), (folder.drafts, "recording-c.draft", "C"),
      (folder.drafts, "recording-d.flac", "?"), (folder.drafts, "standard-input-e", "E"),
    ]
    try await withLibrary(database, files: files) {
      var added: [String] = []
      var failed: [String] = []
      try await OrphanedAudio().adopt(title: "Found", job: JobRequest()) { file, result in
        switch result {
        case .failure: failed.append(file.lastPathComponent)
        case .success: added.append(file.lastPathComponent)
        }
      }
      #expect(added == ["a.flac", "recording-b.flac", "standard-input-e"])
      #expect(failed == ["recording-d.flac"])
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.drafts.path).sorted()
          == ["recording-c.draft", "recording-d.flac"])
      let memos = try await database.recordings(matching: .init())
      #expect(memos.map(\.title) == ["Found", "Found", "Found"])
      #expect(try await database.jobs.list().count == 3)
      #expect(try await OrphanedAudio().files().map(\.lastPathComponent) == ["recording-d.flac"])
    }
  }

  @Test("Audio of a deleted memo is deleted, not adopted; if that fails again, it stays marked")
  func deleted() async throws {
    let database = DatabaseClient.inMemory()
    try await withLibrary(
      database, files: [(folder.audio, "a.flac", "A"), (folder.audio, "b.flac", "B")]
    ) {
      var memo = Recording.preview(title: "Deleted")
      memo.audio.fileName = "a.flac"
      try MemoFiles(folder).write(memo)
      #expect(MemoFiles(folder).markDeleted(audio: "a.flac"))
      var failed: [String] = []
      func adopt() async throws {
        failed = []
        try await OrphanedAudio().adopt(title: "Found", job: JobRequest()) { _, result in
          if case .failure(let error) = result { failed.append("\(error)") }
        }
      }
      try await withDependencies {
        $0.soundFiles.delete = { files in
          files.map { file in
            if file.lastPathComponent == "a.flac" { return .failed(reason: "it is in use") }
            return (try? FileManager.default.removeItem(at: file)) == nil ? .missing : .deleted
          }
        }
      } operation: {
        try await adopt()
      }
      #expect(failed.count == 1 && failed.first?.contains("it is in use") == true)
      #expect(try await OrphanedAudio().files().map(\.lastPathComponent) == ["a.flac"])
      #expect(MemoFiles(folder).isDeleted(audio: "a.flac"))
      try await adopt()
      #expect(failed == [])
      #expect(try await OrphanedAudio().files() == [])
      #expect(!MemoFiles(folder).isDeleted(audio: "a.flac"))
      #expect(try await database.recordings(matching: .init()).map(\.title) == ["Found"])
    }
  }

  @Test(
    "Audio that a killed deletion left is deleted, unless the database is gone",
    arguments: [true, false])
  func killedDeletion(hasDatabase: Bool) async throws {
    let kept = TranscribedMemo(recording: .preview(title: "Kept"), transcription: .mock)
    let database = DatabaseClient.inMemory(hasDatabase ? [kept] : [])
    try await withLibrary(database, files: [(folder.audio, "a.flac", "A")]) {
      let list = folder.deleting.appendingPathComponent("1.json")
      try LibraryFolder.make(folder.deleting)
      try Data(#"["a.flac"]"#.utf8).write(to: list)
      try await OrphanedAudio().adopt(title: "Found", job: JobRequest()) { _, _ in }
      let titles = try await database.recordings(matching: .init()).map(\.title)
      #expect(titles == [hasDatabase ? "Kept" : "Found"])
      #expect(try await OrphanedAudio().files() == [])
      #expect(!FileManager.default.fileExists(atPath: list.path))
    }
  }

  @Test("Recordings that began with a title keep it, wherever a crash left their audio")
  func titles() async throws {
    let (draft, moved, saved) = (UUID(10), UUID(11), UUID(12))
    let memo = Recording.preview(id: Recording.ID(saved), title: "Boat", date: Date())
    let database = DatabaseClient.inMemory([
      TranscribedMemo(recording: memo, transcription: .preview("Hello."))
    ])
    let files = [
      (folder.drafts, "recording-\(draft.text).flac", "A"),
      (folder.drafts, "recording-\(draft.text).title", "Pier"),
      (folder.audio, "\(moved.text).flac", "B"),
      (folder.drafts, "recording-\(moved.text).title", "Dock"),
      (folder.audio, memo.audio.fileName, "C"),
      (folder.drafts, "recording-\(saved.text).title", "Boat"),
      (folder.drafts, "recording-\(UUID(13).text).title", "Recorded at this moment"),
    ]
    try await withLibrary(database, files: files) {
      try await OrphanedAudio().adopt(title: "Found", job: JobRequest()) { _, result in
        #expect(throws: Never.self) { try result.get() }
      }
      let memos = try await database.recordings(matching: .init())
      #expect(Set(memos.map(\.title)) == ["Boat", "Dock", "Pier"])
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.drafts.path)
          == ["recording-\(UUID(13).text).title"])
    }
  }

  @Test("While something is imported nothing is adopted")
  func importing() async throws {
    try await withLibrary(files: [(folder.audio, "a.flac", "A")]) {
      let lock = try #require(try ImportLock(.shared, in: folder.root))
      await #expect(throws: ImportFailure.importing) {
        try await OrphanedAudio().adopt(title: "Found", job: JobRequest()) { _, _ in }
      }
      #expect(try await OrphanedAudio().files().map(\.lastPathComponent) == ["a.flac"])
      withExtendedLifetime(lock) {}
    }
  }
}
