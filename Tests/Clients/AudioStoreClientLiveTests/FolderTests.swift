import AudioFileClient
import AudioFileClientLive
import AudioStoreClient
import AudioStoreClientLive
import Dependencies
import Foundation
import SharedModels
import Testing

struct FolderTests {
  private let scratch = FileManager.default.temporaryDirectory
    .appendingPathComponent("folder-store-\(UUID().uuidString)", isDirectory: true)
  private var sounds: URL { scratch.appendingPathComponent("audio", isDirectory: true) }

  private func withStore(
    files: AudioFileClient = .live(), _ work: (AudioStoreClient) async throws -> Void
  ) async throws {
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let store = withDependencies {
      $0.audioFile = files
    } operation: {
      AudioStoreClient.folder(sounds)
    }
    try await work(store)
  }

  private func file(_ bytes: [UInt8]) async throws -> (url: URL, stored: StoredAudio) {
    let url = scratch.appendingPathComponent(UUID().uuidString)
    try Data(bytes).write(to: url)
    return (url, try await AudioFileClient.live().checksum(of: url))
  }

  private func bytes(
    of name: String, _ range: Range<Int64>? = nil, in store: AudioStoreClient
  ) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await piece in try await store.get(name: name, range: range).bytes { bytes += piece }
    return bytes
  }

  @Test("Stored audio is a file that is found, listed, read and deleted")
  func roundTrip() async throws {
    try await withStore { store in
      #expect(try await store.list().collect() == [])
      #expect(try await store.delete(names: ["a.wav"]) == [:])
      let bytes = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 / 3) }
      let file = try await file(bytes)
      try await store.put(file: file.url, name: "ä b+.wav", stored: file.stored)
      try await store.put(file: file.url, name: "ä b+.wav", stored: file.stored)
      #expect(store.address() == sounds.path)
      #expect(
        try FileManager.default.attributesOfItem(atPath: sounds.path)[.posixPermissions] as? Int
          == 0o700)
      #expect(try Data(contentsOf: sounds.appendingPathComponent("ä b+.wav")) == Data(bytes))
      let entry = try #require(try await store.entry(name: "ä b+.wav"))
      #expect(entry.byteCount == 600_000 && entry.modifiedAt != nil)
      #expect(try await store.list().collect() == [entry])
      #expect(try await store.checksum(name: "ä b+.wav") == file.stored)
      #expect(try await self.bytes(of: "ä b+.wav", in: store) == bytes)
      #expect(
        try await self.bytes(of: "ä b+.wav", 5..<300_000, in: store) == Array(bytes[5..<300_000]))
      #expect(
        try await self.bytes(of: "ä b+.wav", 599_999..<700_000, in: store) == [bytes[599_999]])
      #expect(try await self.bytes(of: "ä b+.wav", 700_000..<700_001, in: store) == [])
      #expect(try await store.delete(names: ["ä b+.wav"]) == [:])
      #expect(try await store.entry(name: "ä b+.wav") == nil)
      await #expect(throws: AudioStoreError.missing(name: "ä b+.wav")) {
        try await store.get(name: "ä b+.wav", range: nil)
      }
      await #expect(throws: AudioStoreError.missing(name: "ä b+.wav")) {
        try await store.checksum(name: "ä b+.wav")
      }
    }
  }

  @Test("Existing audio stays, and audio that differs from its checksum is not stored")
  func existing() async throws {
    try await withStore { store in
      let (first, other) = (try await file([1, 2]), try await file([1, 3]))
      try await store.put(file: first.url, name: "a.wav", stored: first.stored)
      await #expect(throws: AudioStoreError.exists(name: "a.wav")) {
        try await store.put(file: other.url, name: "a.wav", stored: other.stored)
      }
      await #expect(throws: AudioStoreError.changed(name: other.url.path)) {
        try await store.put(file: other.url, name: "b.wav", stored: first.stored)
      }
      await #expect(throws: AudioStoreError.invalidName(name: "../b.wav")) {
        try await store.put(file: other.url, name: "../b.wav", stored: other.stored)
      }
      await #expect(throws: AudioStoreError.io(path: "/nowhere", reason: "it does not exist")) {
        try await store.put(
          file: URL(fileURLWithPath: "/nowhere"), name: "b.wav", stored: first.stored)
      }
      #expect(try await store.list().collect().map(\.name) == ["a.wav"])
      #expect(try await bytes(of: "a.wav", in: store) == [1, 2])
    }
  }

  @Test("A full disk, and a file that changes while it is copied, leave nothing under the name")
  func failures() async throws {
    var files = AudioFileClient.live()
    files.copyIn = { _, place in throw AudioFileError.noSpace(path: place.path) }
    try await withStore(files: files) { store in
      let file = try await file([1])
      let place = sounds.appendingPathComponent("a.wav").path
      await #expect(throws: AudioStoreError.noSpace(store: place)) {
        try await store.put(file: file.url, name: "a.wav", stored: file.stored)
      }
    }
    files.copyIn = { _, place in
      try Data([7]).write(to: place)
      return StoredAudio(byteCount: 1, sha256: "another")
    }
    try await withStore(files: files) { store in
      let file = try await file([1])
      await #expect(throws: AudioStoreError.changed(name: file.url.path)) {
        try await store.put(file: file.url, name: "a.wav", stored: file.stored)
      }
      #expect(try await store.entry(name: "a.wav") == nil)
    }
  }

  @Test("Folders and partial copies are not listed; old partial copies are deleted")
  func leftovers() async throws {
    try await withStore { store in
      try FileManager.default.createDirectory(
        at: sounds.appendingPathComponent("folder"), withIntermediateDirectories: true)
      let names = ["old", "new"].map { AudioFileClient.temporaryNamePrefix + $0 }
      for name in names { try Data([1]).write(to: sounds.appendingPathComponent(name)) }
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_000)],
        ofItemAtPath: sounds.appendingPathComponent(names[0]).path)
      #expect(try await store.list().collect() == [])
      #expect(try await store.entry(name: "folder") == nil)
      await #expect(throws: AudioStoreError.missing(name: "folder")) {
        try await store.get(name: "folder", range: nil)
      }
      #expect(try await store.removeLeftovers(before: Date(timeIntervalSince1970: 2_000)) == 1)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: sounds.path).sorted()
          == [names[1], "folder"])
    }
  }

  @Test("A folder has no links")
  func links() async throws {
    try await withStore { (store) async throws in
      let stored = StoredAudio(byteCount: 1, sha256: "")
      let download = AudioDownload(lifetime: .seconds(1))
      #expect(store.linkOrigin() == nil)
      #expect(try await store.downloadLink(name: "a.wav", request: download) == nil)
      #expect(
        try await store.uploadLink(name: "a.wav", stored: stored, lifetime: .seconds(1)) == nil)
    }
  }
}
