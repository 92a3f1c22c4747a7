import AudioFileClient
import DatabaseClient
import Dependencies
import Foundation
import ImportCore
import LibraryFolder
import SharedModels
import Testing
import VoiceMemosClient

struct VoiceMemoImporterTests {
  private let scratch: Scratch
  private let database = DatabaseClient.inMemory()

  init() throws { scratch = try Scratch() }

  private func take(
    _ memo: VoiceMemo, details: MemoDetails = MemoDetails()
  ) async throws -> Recording {
    let library = LibraryFolder(root: scratch.folder.appendingPathComponent("library"))
    let outcome = try await withDependencies {
      $0.audioFile = .simulated()
      $0.audioFile.copyIn = { source, destination in
        try FileManager.default.copyItem(at: source, to: destination)
        return StoredAudio(byteCount: 5, sha256: source.lastPathComponent)
      }
      let probe = $0.audioFile.probe
      $0.audioFile.probe = { url in
        guard FileManager.default.fileExists(atPath: url.path)
        else { throw AudioFileError.missing(path: url.path) }
        return try await probe(url)
      }
      $0.database = database
      $0.date.now = Date(timeIntervalSince1970: 2_000_000_000)
      $0.libraryFolder = library
      $0.timeZone = .gmt
      $0.uuid = .incrementing
      $0.voiceMemos = .previewValue
    } operation: {
      try await VoiceMemoImporter()(memo, details: details, job: JobRequest())
    }
    guard case .added(let recording, _, _) = outcome
    else { throw CancellationError() }
    return recording
  }

  @Test("A memo has its title, its date, its folder as a tag, and its transcript, and no job")
  func transcribed() async throws {
    let file = try scratch.file("20260131 120000.m4a")
    let date = Date(timeIntervalSince1970: 1_769_860_800)
    let memo = try await take(VoiceMemo(file: file, title: "Shopping", date: date, folder: "Home"))
    #expect(memo.title == "Shopping" && memo.date == date && memo.tags == ["Home"])
    #expect(memo.transcription == .done)
    let transcription = try #require(try await database.transcription(of: memo.id))
    #expect(transcription.engine.name == "apple-voice-memos")
    #expect(transcription.language == "en" && transcription.editedAt == nil)
    #expect(transcription.words.map(\.start) == Transcription.mock.words.map(\.start))
    #expect(try await database.jobs.list() == [])
  }

  @Test("A memo without a transcript waits for one")
  func untranscribed() async throws {
    let memo = try await take(VoiceMemo(file: try scratch.file("20260201 120000.m4a")))
    #expect(memo.title == "20260201 120000" && memo.tags == [])
    #expect(memo.transcription == .queued)
    #expect(try await database.jobs.list().count == 1)
  }

  @Test("Explicit values take precedence")
  func given() async throws {
    let file = try scratch.file("20260201 120000.m4a")
    let date = Date(timeIntervalSince1970: 1)
    let memo = try await take(
      VoiceMemo(file: file, title: "A", date: .distantPast, folder: "Home"),
      details: MemoDetails(title: "B", date: date, tags: ["new"]))
    #expect(memo.title == "B" && memo.date == date && memo.tags == ["new", "Home"])
  }

  @Test("A memo that exists only in the cloud is reported by its title")
  func notDownloaded() async throws {
    let file = scratch.folder.appendingPathComponent("gone.m4a")
    let error = await #expect(throws: VoiceMemoImporter.NotDownloaded.self) {
      try await take(VoiceMemo(file: file, title: "Gone"))
    }
    #expect(error?.name == "Gone")
  }
}
