import AudioFileClient
import DatabaseClient
import Dependencies
import DependenciesTestSupport
import Foundation
import LibraryFolder
import POSIX
import SharedModels
import Testing

@testable import ImportCore

struct ImporterTests {
  private let scratch: Scratch
  private let library: LibraryFolder
  private let database = DatabaseClient.inMemory()

  init() throws {
    scratch = try Scratch()
    library = LibraryFolder(root: scratch.folder.appendingPathComponent("library"))
  }

  /// A client that copies files, and takes their text for their checksum.
  private static let audioFile: AudioFileClient = {
    var client = AudioFileClient.simulated()
    client.copyIn = { source, destination in
      try FileManager.default.copyItem(at: source, to: destination)
      let text = try String(contentsOf: source, encoding: .utf8)
      return StoredAudio(byteCount: Int64(text.utf8.count), sha256: text)
    }
    client.probe = { url in
      AudioFileInfo(
        byteCount: 5, channelCount: 2, duration: .seconds(3), format: .flac, sampleRate: 48_000)
    }
    return client
  }()

  private func withLibrary<Value: Sendable>(
    _ update: (inout DependencyValues) -> Void = { _ in },
    _ work: @Sendable (Importer) async throws -> Value
  ) async throws -> Value {
    try await withDependencies {
      $0.audioFile = Self.audioFile
      $0.database = database
      $0.date.now = Date(timeIntervalSince1970: 1_000)
      $0.libraryFolder = library
      $0.timeZone = .gmt
      $0.uuid = .incrementing
      update(&$0)
    } operation: {
      try await work(Importer())
    }
  }

  private func memos() async throws -> [Recording] {
    try await database.recordings(matching: RecordingQuery())
  }

  @Test("A library in a file sets space aside for deletions on a full disk")
  func reserve() async throws {
    let add = { @Sendable (importer: Importer, name: String) in
      _ = try await importer(try scratch.file(name, name), job: nil)
      return try? FileManager.default.attributesOfItem(atPath: library.reserve.path)[.size] as? Int
    }
    try await withLibrary { importer in
      #expect(try await add(importer, "1.flac") == nil, "the library is in memory")
      try Data().write(to: library.database)
      #expect(try await add(importer, "2.flac") == 1 << 20)
      try FileManager.default.removeItem(at: library.reserve)
      #expect(try await add(importer, "3.flac") == 1 << 20)
    }
  }

  @Test("A file becomes a memo, a copy, and a job")
  func added() async throws {
    let source = try scratch.file("My memo.v2.flac", "music")
    let date = Date(timeIntervalSince1970: 500)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: source.path)
    let request = JobRequest(
      model: "tiny", settings: TranscriptionSettings(beamSize: 1, language: "en"))
    let outcome = try await withLibrary { try await $0(source, job: request) }
    let recording = try #require(try await memos().first)
    #expect(outcome == .added(recording, dateSource: .modified))
    let name = "00000000-0000-0000-0000-000000000000.flac"
    #expect(
      recording.audio
        == AudioFile(
          byteCount: 5, channelCount: 2, fileName: name, format: .flac, sampleRate: 48_000,
          sha256: "music"))
    #expect(recording.title == "My memo.v2")
    #expect(recording.date == date)
    #expect(recording.duration == .seconds(3))
    #expect(recording.provenance == .imported(fileName: "My memo.v2.flac", date: date))
    #expect(recording.transcription == .queued)
    let job = try #require(try await database.jobs.list().first)
    #expect(job.recordingID == recording.id)
    #expect(job.model == "tiny" && job.settings == request.settings)
    #expect(job.createdAt == Date(timeIntervalSince1970: 1_000))
    #expect(scratch.names(in: "library/audio") == [name])
    #expect(try String(contentsOf: library.audioFile(named: name), encoding: .utf8) == "music")
  }

  @Test(
    "A truncated file is reported as such",
    arguments: [(Duration?.none, true), (.milliseconds(3_050), false), (.seconds(4), true)])
  func cutOff(declared: Duration?, isTruncated: Bool) async throws {
    let source = try scratch.file("a.flac")
    let outcome = try await withLibrary {
      $0.audioFile.probe = { _ in
        AudioFileInfo(
          byteCount: 5, channelCount: 1, declaredDuration: declared, duration: .seconds(3),
          format: .flac, isTruncated: true, sampleRate: 16_000)
      }
    } _: {
      try await $0(source)
    }
    let memo = try #require(try await memos().first)
    #expect(outcome == .added(memo, isTruncated: isTruncated, dateSource: .modified))
  }

  @Test(
    "The job names the audio track, the given one or the one with sound",
    arguments: [nil, 3] as [Int?])
  func track(given: Int?) async throws {
    let source = try scratch.file("a.mkv")
    let job = JobRequest(settings: TranscriptionSettings(track: given))
    let memo = try await withLibrary {
      $0.audioFile.probe = { url in
        AudioFileInfo(
          byteCount: 5, channelCount: 1, duration: .seconds(3), format: .webm,
          sampleRate: 16_000, track: url.audioTrack ?? 2)
      }
    } _: {
      try await $0(source, job: job).recording
    }
    #expect(try await database.jobs.job(of: memo.id)?.settings.track == given ?? 2)
  }

  @Test("A file without the given audio track is refused, and the library is unchanged")
  func missingTrack() async throws {
    let source = try scratch.file("a.mkv")
    let error = AudioFileError.noTrack(path: source.path, count: 2)
    await #expect(throws: error) {
      try await withLibrary {
        $0.audioFile.probe = { _ in throw error }
      } _: {
        try await $0(source, job: JobRequest(settings: TranscriptionSettings(track: 3)))
      }
    }
    #expect(try await memos() == [])
    #expect(scratch.names(in: "library/audio") == [])
  }

  @Test("Without a request there is no job")
  func noJob() async throws {
    let source = try scratch.file("a.flac")
    _ = try await withLibrary { try await $0(source, job: nil) }
    #expect(try await memos().map(\.transcription) == [.none])
    #expect(try await database.jobs.list() == [])
  }

  @Test("The file is complete before its row is written")
  func order() async throws {
    let source = try scratch.file("a.flac", "music")
    let library = library
    let insert = database.insert
    _ = try await withLibrary {
      $0.database.insert = { recording, job in
        let file = library.audioFile(named: recording.audio.fileName)
        #expect(try String(contentsOf: file, encoding: .utf8) == "music")
        try await insert(recording, job)
      }
    } _: {
      try await $0(source)
    }
    #expect(try await memos().count == 1)
  }

  @Test("Existing audio is not imported again, and the copy is deleted")
  func duplicate() async throws {
    let first = try scratch.file("first.flac", "music")
    let second = try scratch.file("second.flac", "music")
    let outcomes = try await withLibrary { [try await $0(first), try await $0(second)] }
    let recording = try #require(try await memos().first)
    #expect(outcomes == [.added(recording, dateSource: .modified), .alreadyExists(recording)])
    #expect(try await memos().count == 1)
    #expect(scratch.names(in: "library/audio") == [recording.audio.fileName])
  }

  @Test("A memo that has lost its audio file gets it back from the same bytes")
  func lostAudio() async throws {
    let source = try scratch.file("a.flac", "music")
    let outcomes = try await withLibrary {
      let first = try await $0(source)
      try FileManager.default.removeItem(at: library.audio)
      return [first, try await $0(source)]
    }
    let recording = try #require(try await memos().first)
    #expect(outcomes == [.added(recording, dateSource: .modified), .alreadyExists(recording)])
    let file = library.audioFile(named: recording.audio.fileName)
    #expect(try String(contentsOf: file, encoding: .utf8) == "music")
    #expect(scratch.names(in: "library/audio") == [recording.audio.fileName])
  }

  @Test("A memo in the trash does not keep its bytes from being imported again")
  func duplicateInTrash() async throws {
    let source = try scratch.file("a.flac", "music")
    _ = try await withLibrary { try await $0(source) }
    try await database.trash(ids: try await memos().map(\.id), at: .distantPast)
    let outcome = try await withLibrary {
      $0.uuid = UUIDGenerator { UUID(9) }
    } _: {
      try await $0(source)
    }
    #expect(outcome == .added(try #require(try await memos().first), dateSource: .modified))
  }

  @Test("A database that fails leaves no copy behind")
  func databaseFails() async throws {
    let source = try scratch.file("a.flac")
    for step in ["insert", "twin"] {
      await #expect(throws: DatabaseError.diskFull(path: "/db")) {
        _ = try await withLibrary {
          if step == "insert" {
            $0.database.insert = { _, _ in throw DatabaseError.diskFull(path: "/db") }
          } else {
            $0.database.recordingWithChecksum = { _ in throw DatabaseError.diskFull(path: "/db") }
          }
        } _: {
          try await $0(source)
        }
      }
      #expect(scratch.names(in: "library/audio") == [])
      #expect(try await memos() == [])
    }
  }

  @Test("If the database's answer is lost, the copy stays", arguments: [true, false])
  func answerLost(isKept: Bool) async throws {
    let source = try scratch.file("a.flac")
    let lost = DatabaseError.unreachable(address: "db", detail: "the connection was lost")
    let insert = database.insert
    await #expect(throws: lost) {
      _ = try await withLibrary {
        $0.database.insert = { recording, job in
          if isKept { try await insert(recording, job) }
          throw lost
        }
      } _: {
        try await $0(source)
      }
    }
    #expect(scratch.names(in: "library/audio").count == 1)
    #expect(try await memos().count == (isKept ? 1 : 0))
  }

  @Test("A file that cannot be read or copied leaves neither copy nor row")
  func audioFails() async throws {
    let source = try scratch.file("a.flac")
    for step in ["copy", "probe"] {
      await #expect(throws: AudioFileError.notAudio(path: "a")) {
        _ = try await withLibrary {
          if step == "copy" {
            $0.audioFile.copyIn = { _, _ in throw AudioFileError.notAudio(path: "a") }
          } else {
            $0.audioFile.probe = { _ in throw AudioFileError.notAudio(path: "a") }
          }
        } _: {
          try await $0(source)
        }
      }
      #expect(scratch.names(in: "library/audio") == [])
      #expect(try await memos() == [])
    }
  }

  @Test(
    "A title is the name without its ending, on one line",
    arguments: [
      ("memo.wav", "memo"), ("a\nb  c.wav", "a b c"), ("no ending", "no ending"),
      ("🎙️.opus", "🎙️"), (" .wav", "Untitled"), ("2026-11-21 10.30.wav", "2026-11-21 10.30"),
    ])
  func title(name: String, title: String) async throws {
    let source = try scratch.file("source")
    _ = try await withLibrary { try await $0(source, named: name) }
    let memo = try #require(try await memos().first)
    #expect(memo.title == title)
    // The date in the last name is in the future.
    #expect(memo.date == Date(timeIntervalSince1970: 1_000))
    #expect(memo.provenance == .imported(fileName: name))
  }

  @Test("A library folder that cannot be created is reported")
  func noFolder() async throws {
    let file = try scratch.file("file")
    let root = file.appendingPathComponent("library")
    await #expect(throws: LibraryFolderError(path: root.path)) {
      _ = try await withLibrary {
        $0.libraryFolder = LibraryFolder(root: root)
      } _: {
        try await $0(file)
      }
    }
    #expect(LibraryFolderError(path: "/x").description.contains("SPEECHMEMO_HOME"))
  }

  @Test("Imports run concurrently, and none starts during recovery")
  func lock() async throws {
    let source = try scratch.file("a.flac")
    do {
      let recovery = try #require(try ImportLock(.exclusive, in: library.root))
      await #expect(throws: ImportFailure.recovering) {
        _ = try await withLibrary { try await $0(source) }
      }
      #expect(try ImportLock(.shared, in: library.root) == nil)
      #expect(try ImportLock(.exclusive, in: library.root) == nil)
      withExtendedLifetime(recovery) {}
    }
    let other = try #require(try ImportLock(.shared, in: library.root))
    _ = try await withLibrary { try await $0(source) }
    #expect(try ImportLock(.exclusive, in: library.root) == nil)
    withExtendedLifetime(other) {}
    #expect(try await memos().count == 1)
  }

  @Test("A file system without locks is reported as such, and not as an import in progress")
  func withoutLocks() throws {
    let path = library.root.path
    #expect(
      throws: DatabaseError.unavailable(
        path: path, detail: "its file system does not support locks (No locks available)")
    ) {
      try ImportLock(in: library.root) { _ throws(SystemError) in
        throw SystemError(code: ENOLCK)
      }
    }
  }

  @Test("A memo's date is the given one, otherwise the file's metadata or modification date")
  func dates() async throws {
    let (changed, recorded, given) = (
      Date(timeIntervalSince1970: 500), Date(timeIntervalSince1970: 400),
      Date(timeIntervalSince1970: 300)
    )
    func date(
      _ name: String, says: Date?, given: Date? = nil, _ source: Importer.DateSource
    ) async throws -> Date? {
      let file = try scratch.file(name, name)
      try FileManager.default.setAttributes([.modificationDate: changed], ofItemAtPath: file.path)
      let outcome = try await withLibrary {
        $0.audioFile.probe = { _ in
          AudioFileInfo(
            byteCount: 5, channelCount: 2, creationDate: says, duration: .seconds(3),
            format: .flac, sampleRate: 48_000)
        }
        $0.uuid = UUIDGenerator { UUID() }
      } _: {
        try await $0(file, details: MemoDetails(date: given))
      }
      guard case .added(let recording, _, let found) = outcome
      else { return nil }
      #expect(recording.provenance.originalDate == changed)
      #expect(found == source)
      return recording.date
    }
    #expect(try await date("a", says: recorded, given: given, .given) == given)
    #expect(try await date("b", says: recorded, .metadata) == recorded)
    let exact = Date(timeIntervalSince1970: 300.7675)
    #expect(
      try await date("p", says: nil, given: exact, .given)
        == Date(iso8601: "1970-01-01T00:05:00.768Z"))
    #expect(try await date("c", says: nil, .modified) == changed)
    // The clock is at 1000: dates more than a day later come from a wrong clock.
    let soon = Date(timeIntervalSince1970: 80_000)
    #expect(try await date("d", says: soon, .metadata) == soon)
    #expect(
      try await date("e", says: Date(timeIntervalSince1970: 90_000), .modified) == changed)
  }

  @Test("A memo imported with title, tags and transcript keeps them and has no job")
  func details() async throws {
    let source = try scratch.file("a.flac", "music")
    let details = MemoDetails(title: " My\nmemo ", tags: ["work"], transcription: .mock)
    let outcome = try await withLibrary { try await $0(source, details: details) }
    let recording = try #require(try await memos().first)
    #expect(outcome == .added(recording, dateSource: .modified))
    #expect(recording.title == "My memo" && recording.tags == ["work"])
    #expect(recording.transcription == .done)
    // No word is after the audio's end.
    let kept = try #require(try await database.transcription(of: recording.id))
    #expect(kept.text == Transcription.mock.text && kept.id == Transcription.mock.id)
    #expect(kept.words.allSatisfy { $0.end <= recording.duration })
    #expect(try await database.jobs.list() == [])
  }
}
