import AudioFileClient
import DatabaseClient
import Dependencies
import DownloadClient
import Foundation
import ImportCore
import LibraryFolder
import POSIX
import SharedModels
import Testing

struct LinkImporterTests {
  private let scratch: Scratch
  private let database = DatabaseClient.inMemory()
  private let link: DownloadLink

  init() throws {
    scratch = try Scratch()
    link = try #require(DownloadLink("https://me:secret@host.example/talk.wav"))
  }

  private func take(
    details: MemoDetails = MemoDetails(), title: String? = nil, bytes: String = "sound",
    during: @escaping @Sendable () async throws -> Void = {}
  ) async throws -> LinkImporter.Result {
    try await withDependencies {
      $0.audioFile = .simulated()
      $0.audioFile.copyIn = { source, destination in
        try FileManager.default.copyItem(at: source, to: destination)
        return StoredAudio(byteCount: 5, sha256: source.lastPathComponent)
      }
      let probe = $0.audioFile.probe
      $0.audioFile.probe = { url in
        guard try String(contentsOf: url, encoding: .utf8) == "sound"
        else { throw AudioFileError.notAudio(path: url.path) }
        return try await probe(url)
      }
      $0.database = database
      $0.date.now = Date(timeIntervalSince1970: 2_000_000_000)
      $0.downloads.audio = { link, folder, progress in
        let file = folder.appendingPathComponent(link.url.lastPathComponent)
        try Data(bytes.utf8).write(to: file)
        try setModificationTime(of: file.path, to: timespec(tv_sec: 1_600_000_000, tv_nsec: 0))
        progress(.webPage)
        try await during()
        return Download(file: file, listedCount: 2, title: title)
      }
      $0.libraryFolder = LibraryFolder(root: scratch.folder.appendingPathComponent("library"))
      $0.uuid = .incrementing
    } operation: {
      try await LinkImporter()(link, details: details, job: JobRequest())
    }
  }

  @Test("A memo has the name and the date of its download, and a job")
  func download() async throws {
    let result = try await take()
    let memo = result.outcome.recording
    #expect(memo.title == "talk" && result.listedCount == 2)
    #expect(memo.date == Date(timeIntervalSince1970: 1_600_000_000))
    #expect(memo.provenance.originalFileName == "talk.wav")
    #expect(scratch.names(in: "library/audio") == [memo.audio.fileName])
    #expect(scratch.names(in: "library/drafts") == [])
    #expect(try await database.jobs.list().map(\.recordingID) == [memo.id])
  }

  @Test(
    "The title of a web page is the memo's, unless one is given",
    arguments: [(nil, "A talk: one"), ("Mine", "Mine")] as [(String?, String)])
  func title(given: String?, expected: String) async throws {
    let result = try await take(details: MemoDetails(title: given), title: "A talk: one")
    #expect(result.outcome.recording.title == expected)
  }

  @Test("A download without audio is reported with its address, and leaves nothing")
  func notAudio() async throws {
    let failure = await #expect(throws: DownloadFailure.self) { _ = try await take(bytes: "text") }
    #expect(
      failure?.description.hasPrefix("https://host.example/talk.wav is not an audio file") == true)
    #expect(scratch.names(in: "library/drafts") == [])
    #expect(try await database.recordings(matching: RecordingQuery()) == [])
  }

  @Test("A failed or stopped download leaves nothing")
  func stopped() async throws {
    await #expect(throws: CancellationError.self) {
      _ = try await take { throw CancellationError() }
    }
    #expect(scratch.names(in: "library/drafts") == [])
    #expect(scratch.names(in: "library/audio") == [])
  }

  @Test("What a killed download has left is removed by the next, but not one in progress")
  func leftovers() async throws {
    try scratch.file("library/drafts/download-dead/talk.wav.part")
    try scratch.file("library/drafts/download-alive/talk.wav.part")
    try scratch.file("library/drafts/recording-1.flac")
    let path = scratch.folder.path + "/library/drafts/download-alive"
    let alive = try Descriptor(path, O_RDONLY | O_DIRECTORY)
    try alive.lock(.exclusive)
    _ = try await take()
    #expect(scratch.names(in: "library/drafts") == ["download-alive", "recording-1.flac"])
    #expect(scratch.names(in: "library/drafts/download-alive") == ["talk.wav.part"])
    alive.unlock()
  }

  @Test("A recovery does not begin during a download")
  func recovery() async throws {
    let root = scratch.folder.appendingPathComponent("library")
    _ = try await take {
      let lock = try ImportLock(.exclusive, in: root)
      #expect(lock == nil)
    }
    let lock = try ImportLock(.exclusive, in: root)
    #expect(lock != nil)
  }
}
