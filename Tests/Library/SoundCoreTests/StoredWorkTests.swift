import AudioFileClient
import AudioFileClientLive
import AudioStoreClient
import AudioStoreClientS3
import BackupCore
import DatabaseClient
import DatabaseClientLive
import Dependencies
import Foundation
import HealthCore
import ImportCore
import LibraryFolder
import RecordingCore
import SharedModels
import SoundCore
import TestS3
import Testing

/// Operations on a library behave the same with audio in a store.
struct StoredWorkTests {
  /// The location of the audio.
  enum Place: CaseIterable, CustomTestStringConvertible {
    case folder, service

    var testDescription: String {
      switch self {
      case .folder: "a folder"
      case .service: "a service that speaks S3"
      }
    }

    /// The available ones.
    static let known = allCases.filter { $0 == .folder || TestS3.isInstalled }
  }

  private func makeSounds(_ place: Place) async throws -> StoredSounds {
    switch place {
    case .folder: return try StoredSounds()
    case .service:
      let server = try TestS3.shared()
      let config = S3Config(
        bucket: try await server.bucket(), prefix: "libraries/one/",
        endpoint: S3Endpoint(server.endpoint),
        credentials: S3Credentials(keyID: server.keyID, secret: server.secret))
      return try withDependencies {
        $0.continuousClock = ContinuousClock()
        $0.date = DateGenerator { Date() }
        $0.withRandomNumberGenerator = WithRandomNumberGenerator(SystemRandomNumberGenerator())
      } operation: {
        try StoredSounds(.s3(config))
      }
    }
  }

  /// Works with the library on a machine; all machines have one database.
  private func with<Value>(
    _ sounds: StoredSounds, machine: String = "here", later: TimeInterval = 0,
    _ work: () async throws -> Value
  ) async throws -> Value {
    let shared = LibraryFolder(root: sounds.scratch.appendingPathComponent("database"))
    return try await sounds.with(machine: machine, now: Date(timeIntervalSinceNow: later)) {
      $0.continuousClock = ContinuousClock()
      $0.database = .live(at: shared.database)
      $0.uuid = UUIDGenerator { UUID() }
    } _: { () async throws in
      @Dependency(\.database) var database
      let value = try await work()
      await database.close()
      return value
    }
  }

  private func names(in sounds: StoredSounds) async throws -> [String] {
    try await sounds.store.list().collect().map(\.name).sorted()
  }

  private func added(_ outcome: Importer.Outcome) throws -> Recording {
    guard case .added(let memo, _, _) = outcome
    else { throw Unexpected() }
    return memo
  }

  private struct Unexpected: Error {}

  @Test("Imports and recordings are stored, and every machine finds them", arguments: Place.known)
  func comesIn(place: Place) async throws {
    let sounds = try await makeSounds(place)
    let (memo, recorded) = try await with(sounds) { () async throws in
      let memo = try added(try await Importer()(try sounds.sound(1), job: nil))
      #expect(try await Importer()(try sounds.sound(1), job: nil) == .alreadyExists(memo))
      let draft = try RecordingSaver().newFile()
      try Data(StoredSounds.wav(2)).write(to: draft)
      let recorded = try await RecordingSaver().save(
        RecordedAudio(date: Date(), file: draft, title: "Recorded"), job: nil)
      #expect(sounds.names(in: "drafts") == [] && sounds.names(in: "audio") == [])
      return (memo, recorded)
    }
    #expect(try await names(in: sounds) == [memo, recorded].map(\.audio.fileName).sorted())
    try await with(sounds, machine: "there") { () async throws in
      @Dependency(\.audioFile) var audioFile
      @Dependency(\.libraryFolder) var library
      for memo in [memo, recorded] {
        let url = library.audioFile(named: memo.audio.fileName)
        #expect(try await audioFile.decode(url: url, startingAt: .zero).collect().count == 1_600)
      }
      let outcome = try await LibraryVerifier().library()
      #expect(outcome.problems == [] && outcome.memoCount == 2 && outcome.byteCount == 2 * 3_244)
    }
  }

  @Test(
    "Audio lost in the store is detected, and replaced by the same recording",
    arguments: Place.known)
  func lost(place: Place) async throws {
    let sounds = try await makeSounds(place)
    try await with(sounds) { () async throws in
      let memo = try added(try await Importer()(try sounds.sound(1), job: nil))
      try await sounds.store.delete(name: memo.audio.fileName)
      let problem = try #require(try await LibraryVerifier().library().problems.first)
      #expect(
        problem.problem == .missingSound && problem.id == memo.id.rawValue.uuidString.lowercased())
      let findings = await withDependencies {
        $0.context = .live
      } operation: {
        await HealthCheck.liveValue.findings(.library)
      }
      #expect(
        findings.contains { $0.detail == "1 memo has no audio file" }, "\(findings)")
      #expect(try await Importer()(try sounds.sound(1), job: nil) == .alreadyExists(memo))
      #expect(try await names(in: sounds) == [memo.audio.fileName])
      #expect(try await LibraryVerifier().library().problems == [])
    }
  }

  @Test("Emptying the trash deletes stored audio", arguments: Place.known)
  func trash(place: Place) async throws {
    let sounds = try await makeSounds(place)
    try await with(sounds) { () async throws in
      @Dependency(\.database) var database
      let memo = try added(try await Importer()(try sounds.sound(1), job: nil))
      let other = try added(try await Importer()(try sounds.sound(2), job: nil))
      try await database.trash(ids: [memo.id], at: Date())
      let outcome = try await TrashEmptier()()
      #expect(outcome.deleted.map(\.id) == [memo.id] && outcome.failures == [])
      #expect(outcome.byteCount == 3_244)
      #expect(try await names(in: sounds) == [other.audio.fileName])
      #expect(sounds.names(in: "fetched") == [other.audio.fileName])
    }
  }

  @Test("A backup has all, and is restored to a store that has nothing", arguments: Place.known)
  func backup(place: Place) async throws {
    let sounds = try await makeSounds(place)
    let backup = sounds.scratch.appendingPathComponent("backup")
    let memo = try await with(sounds) { () async throws in
      let memo = try added(try await Importer()(try sounds.sound(1), job: nil))
      // Nothing of it is on this machine.
      @Dependency(\.libraryFolder) var library
      @Dependency(\.soundFiles) var soundFiles
      _ = soundFiles.free(library.audioFile(named: memo.audio.fileName))
      let outcome = try await BackupMaker()(to: backup)
      #expect(outcome.addedCount == 1 && outcome.problems == [])
      #expect(try await LibraryVerifier().backup(in: backup).problems == [])
      return memo
    }
    let second = try await makeSounds(place)
    try await with(second) { () async throws in
      let outcome = try await BackupRestorer()(from: backup)
      #expect(outcome.addedCount == 1 && outcome.problems == [])
      #expect(try await names(in: second) == [memo.audio.fileName])
      #expect(try await LibraryVerifier().library().problems == [])
      // Lost audio is restored.
      try await second.store.delete(name: memo.audio.fileName)
      #expect(try await BackupRestorer()(from: backup).repairedCount == 1)
      #expect(try await LibraryVerifier().library().problems == [])
    }
  }

  @Test("Memos move from a store to a folder, and back", arguments: Place.known)
  func moved(place: Place) async throws {
    let sounds = try await makeSounds(place)
    let plain = sounds.folder("plain")
    try await with(sounds) { () async throws in
      @Dependency(\.database) var database
      let memo = try added(try await Importer()(try sounds.sound(1), job: nil))
      try await MemoMover(to: plain.root)([memo]) { _, outcome in #expect(outcome == .moved) }
      #expect(try await names(in: sounds) == [])
      #expect(
        try Data(contentsOf: plain.audioFile(named: memo.audio.fileName))
          == Data(StoredSounds.wav(1)))
      #expect(try await database.recordings(matching: RecordingQuery()) == [])
    }
  }

  @Test(
    "Audio left by a crash becomes a memo once no program can be using it", arguments: Place.known)
  func orphan(place: Place) async throws {
    let sounds = try await makeSounds(place)
    let file = try sounds.sound(1)
    let stored = try await AudioFileClient.live().checksum(of: file)
    try await sounds.store.put(file: file, name: "left.wav", stored: stored)
    try await with(sounds) { () async throws in
      #expect(try await OrphanedAudio().files() == [])
      #expect(try await LibraryVerifier().library().problems == [])
    }
    try await with(sounds, later: 7_200) { () async throws in
      @Dependency(\.database) var database
      #expect(try await OrphanedAudio().files().map(\.lastPathComponent) == ["left.wav"])
      #expect(try await LibraryVerifier().library().problems.map(\.problem) == [.straySound])
      try await OrphanedAudio().adopt(title: "Found", job: JobRequest()) { _, result in
        _ = try result.get()
      }
      let memo = try #require(try await database.recordings(matching: RecordingQuery()).first)
      #expect(try await names(in: sounds) == [memo.audio.fileName])
      #expect(memo.title == "Found" && memo.audio.sha256 == stored.sha256)
      // Repeated, it has no owner.
      try await sounds.store.put(file: file, name: "again.wav", stored: stored)
    }
    try await with(sounds, later: 14_400) { () async throws in
      try await OrphanedAudio().deleteDuplicates()
      #expect(try await names(in: sounds).count == 1)
    }
  }
}
