import AudioFileClient
import AudioFileClientLive
import AudioStoreClient
import AudioStoreClientLive
import ConcurrencyExtras
import DatabaseClient
import Dependencies
import Foundation
import HTTPMessages
import ServerRouter
import SharedModels
import SoundCore
import TestSite
import Testing

/// Audio in a store.
struct StoredSoundTests {
  private let sound = Array("RIFF, and then some sound".utf8)
  private let target = "/api/memos/00000000-0000-0000-0000-000000000001/audio"
  private let tag = "\"\(Recording.mock.audio.sha256)\""

  private func makeSite() async throws -> TestSite {
    try await TestSite([TranscribedMemo(recording: .mock, transcription: .mock)])
  }

  private func send(
    _ method: HTTPMethod = .get, to site: TestSite, in store: AudioStoreClient,
    headers: HTTPHeaders = [:]
  ) async throws -> TestReply {
    try await withDependencies {
      $0.audioFile = .liveValue
      $0.date = .constant(TestSite.now)
      let library = StoredLibrary(site.folder, in: store, local: .liveValue)
      $0.useStores(of: StoredLibraries(library))
    } operation: {
      try await site.send(method, target, headers: headers)
    }
  }

  /// A store in a folder, without links, with the audio.
  private func folderStore(of site: TestSite) throws -> AudioStoreClient {
    let folder = site.folder.root.appendingPathComponent("store", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(sound).write(
      to: folder.appendingPathComponent(Recording.mock.audio.fileName))
    return withDependencies {
      $0.audioFile = .liveValue
    } operation: {
      .folder(folder)
    }
  }

  @Test("Clients that reach the store are redirected for as long as the memo plays")
  func redirected() async throws {
    let site = try await makeSite()
    var store = AudioStoreClient.inMemory()
    let asked = LockIsolated<[AudioDownload]>([])
    let link = store.downloadLink
    store.downloadLink = { name, download in
      asked.withValue { $0.append(download) }
      return try await link(name, download)
    }
    // The second time it is known without asking the library.
    for _ in 0..<2 {
      let reply = try await send(to: site, in: store, headers: ["Range": "bytes=6-8"])
      #expect(reply.status == .temporaryRedirect)
      #expect(
        reply.headers["Location"] == "https://store.example/\(Recording.mock.audio.fileName)")
      #expect(reply.headers["Cache-Control"] == "private, no-store")
      #expect(reply.body == [])
    }
    #expect(
      asked.value.first
        == AudioDownload(
          lifetime: .seconds(900) + Recording.mock.duration * 2, mediaType: "audio/wav",
          fileName: "\(Recording.mock.title).wav"))
    let known = try await send(to: site, in: store, headers: ["If-None-Match": tag])
    #expect(known.status == .notModified && known.headers["Location"] == nil)
    let head = try await send(.head, to: site, in: store)
    #expect(head.status == .ok && head.headers["ETag"] == tag, "a link is for GET alone")
    #expect(head.headers["Content-Type"] == "audio/wav")
  }

  @Test("Other clients receive audio through the server")
  func fetched() async throws {
    let site = try await makeSite()
    let store = try folderStore(of: site)
    let whole = try await send(to: site, in: store)
    #expect(whole.status == .ok && whole.body == sound && whole.headers["ETag"] == tag)
    let part = try await send(to: site, in: store, headers: ["Range": "bytes=6-8"])
    #expect(part.status == .partialContent && part.text == "and")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: site.folder.audio.path) == [])
  }

  @Test("Audio missing in the store is not found, and a failing store is reported")
  func failures() async throws {
    let site = try await makeSite()
    var store = try folderStore(of: site)
    try await store.delete(name: Recording.mock.audio.fileName)
    let missing = try await send(to: site, in: store)
    #expect(missing.status == .notFound)
    #expect(try missing.json(ServerProblem.self).title == "No audio")
    store.get = { _, _ in throw AudioStoreError.unavailable(store: "s3://memos/", reason: "500") }
    let unwell = try await send(to: site, in: store)
    #expect(unwell.status == .serviceUnavailable)
    #expect(!unwell.text.contains("s3://memos"), "where it is kept is nobody's business")
    #expect(site.visits.value.last?.failure?.contains("s3://memos/ is unavailable") == true)
  }
}
