import AudioFileClient
import AudioFileClientLive
import AudioStoreClient
import AudioStoreClientLive
import AudioStoreClientS3
import ConcurrencyExtras
import DatabaseClient
import Dependencies
import Foundation
import HTTPMessages
import LibraryFolder
import ServerRouter
import SharedModels
import SoundCore
import TestS3
import TestSite
import Testing

/// Uploads directly to the store of the library's audio.
struct LinkedUploadTests {
  private static let sound = wav(seconds: 1)

  /// Silence.
  static func wav(seconds: Int) -> [UInt8] {
    func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
    let count = UInt32(seconds * 32_000)
    return Array("RIFF".utf8) + bytes(count + 36) + Array("WAVEfmt ".utf8) + bytes(UInt32(16))
      + bytes(UInt16(1)) + bytes(UInt16(1)) + bytes(UInt32(16_000)) + bytes(UInt32(32_000))
      + bytes(UInt16(2)) + bytes(UInt16(16)) + Array("data".utf8) + bytes(count)
      + [UInt8](repeating: 0, count: Int(count))
  }

  /// A store in a folder, whose links lead nowhere.
  private func folderStore(of site: TestSite) -> AudioStoreClient {
    var store = withDependencies {
      $0.audioFile = .liveValue
    } operation: {
      AudioStoreClient.folder(site.folder.root.appendingPathComponent("store", isDirectory: true))
    }
    let links = AudioStoreClient.inMemory()
    store.uploadLink = links.uploadLink
    store.linkOrigin = links.linkOrigin
    return store
  }

  private func with<Value: Sendable>(
    _ site: TestSite, _ store: AudioStoreClient, _ work: () async throws -> Value
  ) async throws -> Value {
    try await withDependencies {
      $0.audioFile = .liveValue
      $0.date = .constant(TestSite.now)
      $0.useStores(
        of: StoredLibraries(StoredLibrary(site.folder, in: store, local: .liveValue)))
    } operation: {
      try await work()
    }
  }

  private func sha256(_ bytes: [UInt8], beside site: TestSite) async throws -> String {
    let file = site.folder.root.appendingPathComponent("sum-\(UUID().uuidString)")
    try Data(bytes).write(to: file)
    return try await AudioFileClient.liveValue.checksum(of: file).sha256
  }

  private func begin(
    at site: TestSite, _ bytes: [UInt8], sha256: String?
  ) async throws -> TestReply {
    var metadata = "filename \(Data("talk.wav".utf8).base64EncodedString())"
    if let sha256 { metadata += ",sha256 \(Data(sha256.utf8).base64EncodedString())" }
    return try await site.send(
      .post, "/api/uploads",
      headers: ["Upload-Length": "\(bytes.count)", "Upload-Metadata": metadata])
  }

  /// Follows a link as a client does, with the store itself.
  private func put(
    _ bytes: [UInt8], at target: String, of site: TestSite, in store: AudioStoreClient
  ) async throws {
    let file = site.folder.root.appendingPathComponent("sent-\(UUID().uuidString)")
    try Data(bytes).write(to: file)
    let stored = try await AudioFileClient.liveValue.checksum(of: file)
    let id = try #require(target.split(separator: "/").last)
    try await store.put(file: file, name: ".upload-\(id)", stored: stored)
  }

  @Test("An uploaded object becomes a memo if its size and checksum match")
  func finished() async throws {
    let site = try await TestSite()
    let store = folderStore(of: site)
    let sum = try await sha256(Self.sound, beside: site)
    try await with(site, store) {
      let begun = try await begin(at: site, Self.sound, sha256: sum)
      let target = try #require(begun.headers["Location"])
      #expect(begun.headers["Upload-Link"] == "\(target)/link")
      let early = try await site.send(.post, "\(target)/finish")
      #expect(early.status == .conflict)
      let reply = try await site.send(.post, "\(target)/link")
      #expect(reply.status == .ok && reply.headers["Cache-Control"] == "no-store")
      let link: UploadLink = try reply.json()
      #expect(link.method == "PUT" && link.url.hasPrefix("https://store.example/.upload-"))
      #expect(link.headers["x-amz-meta-sha256"] == sum)
      #expect(try await site.send(.post, "\(target)/finish").status == .conflict)
      try await put(Self.sound, at: target, of: site, in: store)
      let finished = try await site.send(.post, "\(target)/finish")
      #expect(finished.status == .noContent, "\(finished.text)")
      let memo = try #require(try await site.database.recordings(matching: .init()).first)
      #expect(finished.headers["Upload-Memo"] == memo.id.rawValue.uuidString.lowercased())
      #expect(memo.title == "talk" && memo.audio.sha256 == sum)
      #expect(memo.duration == .seconds(1))
      let names = try await store.list().collect().map(\.name)
      #expect(names == [memo.audio.fileName], "what was sent is gone from where it came")
      // Asked again, it is the same, and there is nothing more to send.
      let again = try await site.send(.post, "\(target)/finish")
      #expect(again.headers["Upload-Memo"] == finished.headers["Upload-Memo"])
      #expect(try await site.send(.post, "\(target)/link").status == .conflict)
    }
  }

  @Test("An object with the wrong size or checksum is deleted")
  func changed() async throws {
    let site = try await TestSite()
    let store = folderStore(of: site)
    let sum = try await sha256(Self.sound, beside: site)
    var other = Self.sound
    other[other.count - 1] = 1
    for bytes in [Self.wav(seconds: 2), other] {
      try await with(site, store) {
        let target = try #require(
          try await begin(at: site, Self.sound, sha256: sum).headers["Location"])
        _ = try await site.send(.post, "\(target)/link")
        try await put(bytes, at: target, of: site, in: store)
        #expect(try await site.send(.post, "\(target)/finish").status == .unprocessableContent)
        #expect(try await store.list().collect() == [])
      }
    }
    #expect(try await site.database.recordings(matching: .init()) == [])
  }

  @Test("Wrong bytes accepted by a store are deleted and can be sent again")
  func uncheckedStore() async throws {
    let site = try await TestSite()
    let folder = folderStore(of: site)
    let sum = try await sha256(Self.sound, beside: site)
    let isChanged = LockIsolated(true)
    var store = folder
    store.get = { [get = folder.get] name, range in
      if isChanged.value { throw AudioStoreError.changed(name: name) }
      return try await get(name, range)
    }
    try await with(site, store) {
      let target = try #require(
        try await begin(at: site, Self.sound, sha256: sum).headers["Location"])
      _ = try await site.send(.post, "\(target)/link")
      try await put(Self.sound, at: target, of: site, in: folder)
      let reply = try await site.send(.post, "\(target)/finish")
      #expect(reply.status == .unprocessableContent)
      #expect(try reply.json(ServerProblem.self).title == "Checksum mismatch")
      #expect(try await store.list().collect() == [])
      isChanged.setValue(false)
      try await put(Self.sound, at: target, of: site, in: folder)
      #expect(try await site.send(.post, "\(target)/finish").status == .noContent)
    }
    #expect(try await site.database.recordings(matching: .init()).count == 1)
  }

  @Test("An upload without audio is deleted")
  func noSound() async throws {
    let site = try await TestSite()
    let store = folderStore(of: site)
    let bytes = Array("no sound".utf8)
    let sum = try await sha256(bytes, beside: site)
    try await with(site, store) {
      let target = try #require(
        try await begin(at: site, bytes, sha256: sum).headers["Location"])
      _ = try await site.send(.post, "\(target)/link")
      try await put(bytes, at: target, of: site, in: store)
      let reply = try await site.send(.post, "\(target)/finish")
      #expect(reply.status == .unprocessableContent)
      #expect(try reply.json(ServerProblem.self).title == "Unreadable audio")
      #expect(try await store.list().collect() == [])
      #expect(try await site.send(.get, target).status == .notFound)
    }
  }

  @Test("Without a checksum, or a store with links, an upload is sent to the server")
  func none() async throws {
    let site = try await TestSite()
    let store = folderStore(of: site)
    let sum = try await sha256(Self.sound, beside: site)
    try await with(site, store) {
      let begun = try await begin(at: site, Self.sound, sha256: nil)
      let target = try #require(begun.headers["Location"])
      #expect(begun.headers["Upload-Link"] == nil)
      let reply = try await site.send(.post, "\(target)/link")
      #expect(reply.status == .notFound)
      #expect(try reply.json(ServerProblem.self).title == "No link")
    }
    try await withDependencies {
      $0.audioFile = .liveValue
    } operation: { () async throws in
      let begun = try await begin(at: site, Self.sound, sha256: sum)
      let target = try #require(begun.headers["Location"])
      #expect(begun.headers["Upload-Link"] == nil)
      #expect(try await site.send(.post, "\(target)/link").status == .notFound)
      #expect(try await site.send(.post, "\(target)/finish").status == .conflict)
      let sent = try await site.send(
        .patch, target,
        headers: ["Content-Type": "application/offset+octet-stream", "Upload-Offset": "0"],
        body: Self.sound)
      #expect(sent.status == .noContent && sent.headers["Upload-Memo"] != nil)
    }
  }

  @Test("A canceled upload is deleted from the store; a failing store is retried")
  func givenUp() async throws {
    let site = try await TestSite()
    var store = folderStore(of: site)
    let sum = try await sha256(Self.sound, beside: site)
    let target = try await with(site, store) {
      let target = try #require(
        try await begin(at: site, Self.sound, sha256: sum).headers["Location"])
      _ = try await site.send(.post, "\(target)/link")
      try await put(Self.sound, at: target, of: site, in: store)
      return target
    }
    let whole = store
    store.get = { _, _ in throw AudioStoreError.unavailable(store: "s3://memos/", reason: "500") }
    try await with(site, store) { () async throws in
      #expect(try await site.send(.post, "\(target)/finish").status == .serviceUnavailable)
    }
    try await with(site, whole) { () async throws in
      #expect(try await whole.list().collect().count == 1)
      #expect(try await site.send(.delete, target).status == .noContent)
      #expect(try await whole.list().collect() == [])
    }
  }

  @Test(
    "A client uploads to a real store by itself",
    .enabled(if: TestS3.isInstalled, "no S3 server is installed: 'Scripts/serve-s3' installs one"))
  func service() async throws {
    let server = try TestS3.shared()
    let endpoint = S3Endpoint(server.endpoint)
    let config = S3Config(
      bucket: try await server.bucket(), prefix: "one/", endpoint: endpoint,
      publicEndpoint: endpoint,
      credentials: S3Credentials(keyID: server.keyID, secret: server.secret))
    let site = try await TestSite()
    let sum = try await sha256(Self.sound, beside: site)
    let store = withDependencies {
      $0.continuousClock = ContinuousClock()
      // The service compares it with its own.
      $0.date = DateGenerator { Date() }
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(SystemRandomNumberGenerator())
    } operation: {
      AudioStoreClient.s3(config)
    }
    try await with(site, store) {
      let target = try #require(
        try await begin(at: site, Self.sound, sha256: sum).headers["Location"])
      let link: UploadLink = try await site.send(.post, "\(target)/link").json()
      let put = try await server.request(
        link.method, link.url, headers: link.headers, body: Self.sound)
      #expect(put.status == 200)
      let finished = try await site.send(.post, "\(target)/finish")
      #expect(finished.status == .noContent, "\(finished.text)")
      let memo = try #require(try await site.database.recordings(matching: .init()).first)
      let sound = try await site.send(.get, "/api/memos/\(memo.id)/audio")
      #expect(sound.status == .temporaryRedirect)
      let place = try #require(sound.headers["Location"])
      #expect(try await server.request("GET", place).body == Self.sound)
      #expect(try await store.list().collect().map(\.name) == [memo.audio.fileName])
    }
  }
}
