import AudioFileClient
import AudioFileClientLive
import AudioStoreClient
import ConcurrencyExtras
import Dependencies
import Foundation
import SharedModels
import SoundCore
import Testing

/// A library's audio files, in its folder and in a store.
struct SoundFilesTests {
  private let sounds: StoredSounds

  init() throws {
    sounds = try StoredSounds()
  }

  /// In both places.
  private func withBoth(_ work: (_ isStored: Bool) async throws -> Void) async throws {
    try FileManager.default.createDirectory(
      at: sounds.folder("disk").audio, withIntermediateDirectories: true)
    try await withDependencies {
      $0.audioFile = .live()
      $0.libraryFolder = sounds.folder("disk")
    } operation: {
      try await work(false)
    }
    try await sounds.with { try await work(true) }
  }

  @Test("Files are listed, looked at, moved and deleted alike wherever they are")
  func alike() async throws {
    try await withBoth { isStored in
      @Dependency(\.audioFile) var audioFile
      @Dependency(\.libraryFolder) var library
      @Dependency(\.soundFiles) var soundFiles
      let (a, b) = (library.audioFile(named: "a.wav"), library.audioFile(named: "b.wav"))
      #expect(try await soundFiles.files(library.audio) == [])
      #expect(try await soundFiles.file(a) == nil)
      #expect(try await !soundFiles.exists(a))
      let draft = sounds.scratch.appendingPathComponent("draft-\(isStored).wav")
      try Data(StoredSounds.wav(1)).write(to: draft)
      try await soundFiles.move(draft, a)
      #expect(!FileManager.default.fileExists(atPath: draft.path))
      let file = try #require(try await soundFiles.file(a))
      #expect(file.name == "a.wav" && file.byteCount == 3_244 && file.modifiedAt != nil)
      #expect(try await soundFiles.files(library.audio) == [file])
      _ = try await audioFile.copyIn(from: sounds.sound(2), to: b)
      await #expect(throws: AudioFileError.destinationExists(path: b.path)) {
        try await soundFiles.move(a, b)
      }
      try await soundFiles.move(a, library.audioFile(named: "c.wav"))
      #expect(try await soundFiles.files(library.audio).map(\.name) == ["b.wav", "c.wav"])
      let local = try await soundFiles.local(library.audioFile(named: "c.wav"))
      #expect(try Data(contentsOf: local) == Data(StoredSounds.wav(1)))
      #expect(await soundFiles.delete(b) == .deleted)
      #expect(try await soundFiles.files(library.audio).map(\.name) == ["c.wav"])
      await #expect(throws: AudioFileError.self) { try await audioFile.probe(url: b) }
    }
    #expect(sounds.names(in: "audio") == [])
  }

  @Test("Only local bytes count as freed; stored audio stays")
  func free() async throws {
    try await withBoth { isStored in
      @Dependency(\.audioFile) var audioFile
      @Dependency(\.libraryFolder) var library
      @Dependency(\.soundFiles) var soundFiles
      let a = library.audioFile(named: "a.wav")
      _ = try await audioFile.copyIn(from: sounds.sound(), to: a)
      #expect(soundFiles.free(a) == (isStored ? .missing : .deleted))
      #expect(soundFiles.free(a) == .missing)
      #expect(try await soundFiles.exists(a) == isStored)
      #expect(sounds.names(in: "fetched") == [])
    }
  }

  @Test("Files that cannot be deleted are reported one by one, in order")
  func failed() async throws {
    let other = sounds.folder("disk").audioFile(named: "c.wav")
    try FileManager.default.createDirectory(
      at: sounds.folder("disk").audio, withIntermediateDirectories: true)
    try Data([1]).write(to: other)
    var store = sounds.store
    store.delete = { _ in ["b.wav": .denied(store: "s3://memos/", reason: "no")] }
    try await sounds.with(store: store) { () async throws in
      @Dependency(\.libraryFolder) var library
      @Dependency(\.soundFiles) var soundFiles
      let files = [
        library.audioFile(named: "b.wav"), other, library.audioFile(named: "a.wav"), other,
      ]
      #expect(
        await soundFiles.delete(files) == [
          .failed(
            reason: "s3://memos/ denied access (no): check the keys and their permissions"),
          .deleted, .deleted, .deleted,
        ])
    }
    store.delete = { _ in throw AudioStoreError.noStore(store: "s3://memos/") }
    try await sounds.with(store: store) { () async throws in
      @Dependency(\.libraryFolder) var library
      @Dependency(\.soundFiles) var soundFiles
      #expect(
        await soundFiles.delete(library.audioFile(named: "a.wav"))
          == .failed(
            reason: "s3://memos/ does not exist: create the bucket, or check its name and address"))
    }
  }

  @Test("A recent stored file may belong to a memo in progress")
  func arriving() async throws {
    let file = try sounds.sound()
    let stored = try await AudioFileClient.live().checksum(of: file)
    try await sounds.store.put(file: file, name: "a.wav", stored: stored)
    for (age, mayBeArriving) in [(0.0, true), (3_000, true), (4_000, false)] {
      try await sounds.with(now: Date(timeIntervalSinceNow: age)) { () async throws in
        @Dependency(\.libraryFolder) var library
        @Dependency(\.soundFiles) var soundFiles
        #expect(try await soundFiles.files(library.audio).map(\.mayBeArriving) == [mayBeArriving])
        #expect(
          try await soundFiles.file(library.audioFile(named: "a.wav"))?.mayBeArriving
            == mayBeArriving)
      }
    }
    try await withBoth { isStored in
      guard !isStored
      else { return }
      @Dependency(\.libraryFolder) var library
      @Dependency(\.soundFiles) var soundFiles
      try FileManager.default.copyItem(at: file, to: library.audioFile(named: "a.wav"))
      #expect(try await soundFiles.files(library.audio).map(\.mayBeArriving) == [false])
    }
  }

  @Test("Links are the store's; a folder has none")
  func links() async throws {
    let stored = StoredAudio(byteCount: 1, sha256: "abc")
    let download = AudioDownload(lifetime: .seconds(60))
    let other = sounds.folder("disk").audioFile(named: "a.wav")
    try await sounds.with(store: .inMemory()) { () async throws in
      @Dependency(\.libraryFolder) var library
      @Dependency(\.soundFiles) var soundFiles
      let file = library.audioFile(named: "a.wav")
      #expect(try await soundFiles.link(file, download)?.url == "https://store.example/a.wav")
      #expect(
        try await soundFiles.uploadLink(file, stored, .seconds(60))?.url
          == "https://store.example/a.wav")
      #expect(soundFiles.linkOrigins() == ["https://store.example"])
      #expect(try await soundFiles.link(other, download) == nil)
      #expect(try await soundFiles.uploadLink(other, stored, .seconds(60)) == nil)
    }
    #expect(SoundFiles.onDisk.linkOrigins() == [])
    #expect(try await SoundFiles.onDisk.link(other, download) == nil)
  }

  @Test("Client uploads older than a week are deleted, with unfinished parts")
  func leftovers() async throws {
    let now = Date(timeIntervalSince1970: 1_790_000_000)
    let days = { now.addingTimeInterval(-$0 * 86_400) }
    var store = AudioStoreClient.inMemory([
      AudioStoreEntry(name: ".upload-old", byteCount: 1, modifiedAt: days(9)),
      AudioStoreEntry(name: ".upload-new", byteCount: 1, modifiedAt: days(2)),
      AudioStoreEntry(name: "old.wav", byteCount: 1, modifiedAt: days(900)),
    ])
    let limits = LockIsolated<[Date]>([])
    store.removeLeftovers = { date in
      limits.withValue { $0.append(date) }
      return 1
    }
    try await sounds.with(store: store, now: now) { () async throws in
      @Dependency(\.libraryFolder) var library
      @Dependency(\.soundFiles) var soundFiles
      try await soundFiles.removeLeftovers(library.audio, days(1))
      try await soundFiles.removeLeftovers(sounds.folder("disk").audio, days(1))
      #expect(
        try await soundFiles.files(library.audio).map(\.name) == [".upload-new", "old.wav"])
    }
    #expect(limits.value == [days(1)])
  }
}
