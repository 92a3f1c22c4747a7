import AudioFileClient
import AudioRecorderClient
import Clocks
import DatabaseClient
import Dependencies
import Foundation
import LibraryFolder
import RecordingCore
import SharedModels
import SoundCore
import Testing

struct RecordingFilesClientTests {
  private let folder = LibraryFolder(
    root: FileManager.default.temporaryDirectory.appending(component: "memos-\(UUID())"))

  private func withRecordingFiles(
    drafts: [RecoveredRecording] = [], database: DatabaseClient = .inMemory(),
    _ body: (RecordingFilesClient) async throws -> Void
  ) async throws {
    defer { try? FileManager.default.removeItem(at: folder.root) }
    try await withDependencies {
      $0.audioFile.checksum = { _ in StoredAudio(byteCount: 4, sha256: "abcd") }
      $0.audioFile.probe = { url in
        guard try Data(contentsOf: url) == Data("FLAC".utf8)
        else { throw AudioFileError.damaged(path: url.path, format: "flac") }
        return AudioFileInfo(
          byteCount: 4, channelCount: 1, duration: .seconds(2), format: .flac, sampleRate: 16000)
      }
      $0.audioRecorder.recoverDrafts = { _ in drafts }
      $0.continuousClock = ImmediateClock()
      $0.database = database
      $0.date = .constant(Date(timeIntervalSince1970: 5))
      $0.libraryFolder = folder
      $0.uuid = .incrementing
    } operation: {
      try await body(.liveValue)
    }
  }

  @Test("A recording is moved into the library and waits to be transcribed")
  func save() async throws {
    let database = DatabaseClient.inMemory()
    try await withRecordingFiles(database: database) { recordingFiles in
      let file = try await recordingFiles.newFile()
      try Data("FLAC".utf8).write(to: file)
      let date = Date(timeIntervalSince1970: 1)
      let memo = try await recordingFiles.save(
        audio: RecordedAudio(date: date, device: "Microphone", file: file, title: "Memo"))
      #expect(memo.title == "Memo" && memo.date == date)
      #expect(memo.provenance == .recorded(device: "Microphone"))
      #expect(memo.transcription == .queued)
      #expect(try await database.jobs.list().map(\.recordingID) == [memo.id])
      #expect(!FileManager.default.fileExists(atPath: file.path))
      let moved = folder.audioFile(named: memo.audio.fileName)
      #expect(FileManager.default.contents(atPath: moved.path) == Data("FLAC".utf8))
    }
  }

  @Test("A recording that began with a title gets it, and leads to it by its name")
  func title() async throws {
    try await withRecordingFiles { recordingFiles in
      let file = try RecordingSaver().newFile(title: "Pier")
      #expect(folder.drafts.fileNames.count == 1)
      try Data("FLAC".utf8).write(to: file)
      let memo = try await recordingFiles.save(
        audio: RecordedAudio(
          date: Date(timeIntervalSince1970: 1), file: file, title: "Recovered memo"))
      #expect(memo.title == "Pier")
      #expect(file.lastPathComponent == "recording-\(memo.audio.fileName)")
      #expect(folder.drafts.fileNames == [])
    }
  }

  @Test("Crash drafts and complete recordings without memos are found; others are ignored")
  func left() async throws {
    let draft = RecoveredRecording(
      duration: .seconds(9), url: folder.drafts.appendingPathComponent("recording-a.flac"))
    try await withRecordingFiles(drafts: [draft]) { recordingFiles in
      try LibraryFolder.make(folder.drafts)
      for (name, content) in [
        ("recording-a.flac", "FLAC"), ("recording-b.flac", "FLAC"), ("recording-c.flac", "?"),
        ("recording-d.draft", "FLAC"), ("other.flac", "FLAC"),
      ] {
        try Data(content.utf8).write(to: folder.drafts.appendingPathComponent(name))
      }
      let left = try await recordingFiles.unsavedRecordings()
      #expect(left.first == draft)
      #expect(left.map(\.url.lastPathComponent) == ["recording-a.flac", "recording-b.flac"])
      #expect(left.last?.duration == .seconds(2))
    }
  }

  @Test("A discarded recording becomes a trashed memo")
  func discard() async throws {
    let database = DatabaseClient.inMemory()
    try await withRecordingFiles(database: database) { recordingFiles in
      let file = try await recordingFiles.newFile()
      try Data("FLAC".utf8).write(to: file)
      let sound = RecordedAudio(
        date: Date(timeIntervalSince1970: 1), device: "Microphone", file: file, title: "Memo")
      let memo = try await recordingFiles.discard(audio: sound)
      #expect(memo.trashedAt == Date(timeIntervalSince1970: 5))
      #expect(try await database.recordings(matching: RecordingQuery(place: .trash)) == [memo])
      #expect(try await database.recordings(matching: RecordingQuery()) == [])
      #expect(try await database.jobs.list() == [])
      #expect(!FileManager.default.fileExists(atPath: file.path))
      let moved = folder.audioFile(named: memo.audio.fileName)
      #expect(FileManager.default.contents(atPath: moved.path) == Data("FLAC".utf8))
    }
  }

  @Test("A recording with the audio of a memo is that memo, and its file is deleted")
  func twin() async throws {
    let database = DatabaseClient.inMemory()
    try await withRecordingFiles(database: database) { recordingFiles in
      var memos: [Recording] = []
      for title in ["First", "Second"] {
        let file = try await recordingFiles.newFile()
        try Data("FLAC".utf8).write(to: file)
        let sound = RecordedAudio(date: Date(timeIntervalSince1970: 1), file: file, title: title)
        memos.append(try await recordingFiles.save(audio: sound))
        #expect(!FileManager.default.fileExists(atPath: file.path))
      }
      #expect(memos.map(\.title) == ["First", "First"])
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.audio.path)
          == [memos[0].audio.fileName])
    }
  }

  @Test("A recording that is moved but not stored as a memo keeps its file in the library")
  func notStored() async throws {
    var database = DatabaseClient.inMemory()
    database.insert = { _, _ in throw DatabaseError.diskFull(path: "/") }
    try await withRecordingFiles(database: database) { recordingFiles in
      let file = try await recordingFiles.newFile()
      try Data("FLAC".utf8).write(to: file)
      await #expect(throws: DatabaseError.diskFull(path: "/")) {
        try await recordingFiles.save(
          audio: RecordedAudio(date: Date(timeIntervalSince1970: 1), file: file, title: "Memo"))
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.audio.path).count == 1)
    }
  }

  @Test("A recording that cannot be trashed stays a draft")
  func notDiscarded() async throws {
    try await withRecordingFiles { recordingFiles in
      let file = try await recordingFiles.newFile()
      try Data("?".utf8).write(to: file)
      await #expect(throws: (any Error).self) {
        try await recordingFiles.discard(
          audio: RecordedAudio(date: Date(timeIntervalSince1970: 1), file: file, title: "Memo"))
      }
      #expect(FileManager.default.contents(atPath: file.path) == Data("?".utf8))
    }
  }
}
