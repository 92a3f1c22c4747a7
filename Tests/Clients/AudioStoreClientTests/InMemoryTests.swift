import AudioStoreClient
import ConcurrencyExtras
import Foundation
import SharedModels
import Testing

struct InMemoryTests {
  private let stored = StoredAudio(byteCount: 3, sha256: "abc")
  private let store = AudioStoreClient.inMemory { _ in [1, 2, 3] }
  private let file = URL(fileURLWithPath: "/sound.wav")

  private func bytes(of name: String, _ range: Range<Int64>? = nil) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await piece in try await store.get(name: name, range: range).bytes { bytes += piece }
    return bytes
  }

  @Test("Stored audio is found, listed, read and deleted")
  func roundTrip() async throws {
    try await store.put(file: file, name: "a.wav", stored: stored)
    try await store.put(file: file, name: "a.wav", stored: stored)
    await #expect(throws: AudioStoreError.exists(name: "a.wav")) {
      try await store.put(
        file: file, name: "a.wav", stored: StoredAudio(byteCount: 3, sha256: "other"))
    }
    let entry = AudioStoreEntry(name: "a.wav", byteCount: 3, sha256: "abc")
    #expect(try await store.entry(name: "a.wav") == entry)
    #expect(try await store.list().collect() == [entry])
    #expect(try await store.checksum(name: "a.wav") == stored)
    #expect(try await bytes(of: "a.wav") == [1, 2, 3])
    #expect(try await bytes(of: "a.wav", 1..<9) == [2, 3])
    #expect(try await store.delete(names: ["a.wav", "b.wav"]) == [:])
    #expect(try await store.entry(name: "a.wav") == nil)
    await #expect(throws: AudioStoreError.missing(name: "a.wav")) { try await bytes(of: "a.wav") }
  }

  @Test("Links point to their object")
  func links() async throws {
    let link = try await store.downloadLink(
      name: "a b.wav", request: AudioDownload(lifetime: .seconds(60)))
    #expect(store.linkOrigin() == "https://store.example")
    #expect(link?.url == "https://store.example/a%20b.wav")
    let up = try await store.uploadLink(name: "a.wav", stored: stored, lifetime: .seconds(60))
    #expect(up?.headers["x-amz-meta-sha256"] == "abc")
  }

  @Test("Chunks arrive once and in order, and empty ones are skipped")
  func sequence() async throws {
    let once = AudioStoreBytes([1, 2])
    #expect(try await once.next() == [1, 2])
    #expect(try await once.next() == nil)
    #expect(try await AudioStoreBytes([]).next() == nil)
    let pieces = LockIsolated<[ArraySlice<UInt8>]>([[], [1], [], [2, 3], []])
    let bytes = AudioStoreBytes {
      pieces.withValue { $0.isEmpty ? nil : $0.removeFirst() }
    }
    #expect(try await bytes.collect() == [1, 2, 3])
  }

  @Test("A canceled read does not look like the end")
  func cancelled() async throws {
    let bytes = AudioStoreBytes { [1] }
    let pages = AudioStorePages { [] }
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await #expect(throws: CancellationError.self) { for try await _ in bytes {} }
      await #expect(throws: CancellationError.self) { for try await _ in pages {} }
    }
    await task.value
  }

  @Test(
    "A name is one path component",
    arguments: [
      ("a b+ä.wav", true), (".upload", true), (String(repeating: "a", count: 255), true),
      ("", false), (".", false), ("..", false), ("a/b", false), ("a\u{0}", false), ("a\nb", false),
      (String(repeating: "ä", count: 128), false),
    ])
  func names(name: String, isGood: Bool) {
    #expect(((try? AudioStoreClient.check(name: name)) != nil) == isGood)
  }

  @Test(
    "An error is one line with the problem and a fix",
    arguments: [
      (
        AudioStoreError.missing(name: "a\nb.wav"),
        "a b.wav is not in the audio store; check the name, or restore it from a backup"
      ),
      (
        .denied(store: "s3://memos/", reason: "AccessDenied:\u{1B}[31m no"),
        "s3://memos/ denied access (AccessDenied: [31m no): check the keys and their permissions"
      ),
      (
        .wrongRegion(store: "s3://memos/", region: "eu-west-1"),
        "s3://memos/ is in the region eu-west-1: set SPEECHMEMO_S3_REGION to it"
      ),
      (
        .wrongRegion(store: "s3://memos/", region: nil),
        "s3://memos/ is in another region: find out which one, and set SPEECHMEMO_S3_REGION to it"
      ),
      (
        .unavailable(store: "s3://memos/", reason: "status 500"),
        "s3://memos/ is unavailable (status 500): try again later"
      ),
    ])
  func errors(error: AudioStoreError, line: String) {
    #expect(error.description == line)
    #expect(error.localizedDescription == line)
  }
}
