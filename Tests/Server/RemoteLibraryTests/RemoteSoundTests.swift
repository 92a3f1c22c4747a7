import ApiClient
import AudioFileClient
import AudioPlayerClient
import ConcurrencyExtras
import DatabaseClient
import Foundation
import HTTPMessages
import LibraryFolder
import RemoteLibrary
import ServerRouter
import SharedModels
import TestSite
import Testing

struct RemoteSoundTests {
  private func job(for memo: Recording) -> TranscriptionJob {
    TranscriptionJob(
      id: TranscriptionJob.ID(UUID(uuid: (3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))),
      recordingID: memo.id, createdAt: TestSite.now, model: "small",
      settings: TranscriptionSettings(
        channels: false, language: "de",
        speakers: SpeakerSettings(count: 3, keepsVoices: true), track: 1, vocabulary: "Ä, ö",
        voiceFilter: .low))
  }

  @Test("A recording is uploaded with its metadata and keeps its ID")
  func insert() async throws {
    let remote = try await RemoteSite()
    let memo = try await remote.recorded()
    try await remote.database.insert(memo, job(for: memo))
    let theirs = try #require(
      try await remote.site.database.recordings(matching: RecordingQuery()).first)
    #expect(theirs == memo)
    let sound = try Data(contentsOf: remote.site.folder.audioFile(named: memo.audio.fileName))
    #expect(Array(sound) == RemoteSite.sound())
    let asked = try #require(try await remote.site.database.jobs.job(of: memo.id))
    #expect(asked.model == "small")
    #expect(asked.settings.language == "de")
    #expect(asked.settings.channels == false)
    #expect(asked.settings.track == 1)
    #expect(asked.settings.vocabulary == "Ä, ö")
    #expect(asked.settings.quality == .best && asked.settings.voiceFilter == .low)
    #expect(asked.settings.speakers == SpeakerSettings(count: 3), "that library keeps no voices")
    #expect(
      !FileManager.default.fileExists(
        atPath: remote.library.folder.audioFile(named: memo.audio.fileName).path))
    // It is here still, and is not asked for again.
    let count = remote.requests.value.count
    let file = remote.library.folder.audioFile(named: memo.audio.fileName)
    #expect(try await remote.audioFile.checksum(of: file).sha256 == memo.audio.sha256)
    #expect(remote.requests.value.count == count)
  }

  @Test("Audio that differs from the server's checksum is fetched again and not kept")
  func damaged() async throws {
    let remote = try await RemoteSite()
    let memo = try await remote.recorded()
    try await remote.database.insert(memo, nil)
    _ = try await remote.database.recordings(RecordingQuery())
    let fetched = remote.library.folder.root.appendingPathComponent("fetched")
    try FileManager.default.removeItem(at: fetched.appendingPathComponent(memo.audio.fileName))
    // A state after a power failure: the right length, without the contents.
    let begun = fetched.appendingPathComponent(".\(memo.audio.fileName)")
    try Data(count: 20_000).write(to: begun)
    let file = remote.library.folder.audioFile(named: memo.audio.fileName)
    #expect(try await remote.audioFile.checksum(of: file).sha256 == memo.audio.sha256)
    #expect(!FileManager.default.fileExists(atPath: begun.path))
    try FileManager.default.removeItem(at: fetched.appendingPathComponent(memo.audio.fileName))
    remote.onResponse.setValue { request, response in
      request.target.hasSuffix("/audio")
        ? HTTPResponse(content: .bytes([UInt8](repeating: 1, count: 9))) : response
    }
    await #expect(throws: AudioFileError.self) { try await remote.audioFile.checksum(of: file) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: fetched.path) == [])
  }

  @Test(
    "Audio in a store is fetched from there, and resumes there")
  func elsewhere() async throws {
    let remote = try await RemoteSite()
    let memo = try await remote.recorded()
    try await remote.database.insert(memo, nil)
    _ = try await remote.database.recordings(RecordingQuery())
    let fetched = remote.library.folder.root.appendingPathComponent("fetched")
    let copy = fetched.appendingPathComponent(memo.audio.fileName)
    try FileManager.default.removeItem(at: copy)
    let sound = RemoteSite.sound()
    try Data(sound.prefix(1_000)).write(
      to: fetched.appendingPathComponent(".\(memo.audio.fileName)"))
    let ranges = LockIsolated<[String?]>([])
    remote.onResponse.setValue { request, response in
      if request.target.hasSuffix("/audio") {
        return HTTPResponse(
          .temporaryRedirect, headers: ["Location": "https://store.example/sound?X-Amz=1"])
      }
      guard request.target == "/sound?X-Amz=1"
      else { return response }
      ranges.withValue { $0.append(request.headers["Range"]) }
      return HTTPResponse(
        .partialContent,
        headers: ["Content-Range": "bytes 1000-\(sound.count - 1)/\(sound.count)"],
        content: .bytes(Array(sound.dropFirst(1_000))))
    }
    let file = remote.library.folder.audioFile(named: memo.audio.fileName)
    #expect(try await remote.audioFile.checksum(of: file).sha256 == memo.audio.sha256)
    #expect(ranges.value == ["bytes=1000-"])
    #expect(try Data(contentsOf: copy) == Data(sound))
  }

  @Test("An upload goes to the store if it has a link, otherwise to the server")
  func linked() async throws {
    for works in [true, false] {
      let remote = try await RemoteSite()
      let memo = try await remote.recorded()
      remote.onResponse.setValue { request, response in
        var response = response
        switch (request.method, request.target) {
        case (.post, "/api/uploads"): response.headers["Upload-Link"] = "/link"
        case (.post, let target) where target.hasSuffix("/link"):
          return try HTTPResponse.json(
            UploadLink(
              "PUT", "https://store.example/put?a=b", headers: [:],
              expiresAt: Date(timeIntervalSince1970: 0)))
        case (.put, "/put?a=b"):
          return HTTPResponse(works ? .ok : .serviceUnavailable)
        case (.post, let target) where target.hasSuffix("/finish"):
          return HTTPResponse(
            .noContent, headers: ["Upload-Memo": memo.id.rawValue.uuidString.lowercased()])
        default: break
        }
        return response
      }
      try await remote.database.insert(memo, nil)
      let asked = remote.requests.value.map { $0.split(separator: " ")[0] }
      #expect(
        asked == (works ? ["POST", "POST", "PUT", "POST"] : ["POST", "POST", "PUT", "PATCH"]))
    }
  }

  @Test("A memo without a job is not transcribed; one with the same audio is a duplicate")
  func twin() async throws {
    let remote = try await RemoteSite()
    let memo = try await remote.recorded()
    try await remote.database.insert(memo, nil)
    #expect(try await remote.site.database.jobs.list().isEmpty)
    var twin = try await remote.recorded(2)
    try Data(RemoteSite.sound()).write(
      to: remote.library.folder.audioFile(named: twin.audio.fileName))
    twin.audio.sha256 = memo.audio.sha256
    await #expect(throws: DatabaseError.alreadyExists(sha256: memo.audio.sha256)) {
      try await remote.database.insert(twin, nil)
    }
    #expect(try await remote.site.database.recordings(matching: RecordingQuery()).count == 1)
  }

  @Test("An interrupted upload resumes; a lost response does not create a duplicate")
  func resume() async throws {
    let remote = try await RemoteSite()
    let memo = try await remote.recorded()
    let breaks = LockIsolated(2)
    remote.onResponse.setValue { request, response in
      guard request.method == .patch, breaks.value > 0
      else { return response }
      breaks.withValue { $0 -= 1 }
      // Everything has arrived without a listener.
      throw RemoteSite.lost
    }
    try await remote.database.insert(memo, nil)
    #expect(try await remote.site.database.recordings(matching: RecordingQuery()).count == 1)
    #expect(remote.requests.value.contains { $0.hasPrefix("GET /api/uploads/") })
  }

  @Test("An upload stops if the server's offset is out of range")
  func offsetOutOfRange() async throws {
    let remote = try await RemoteSite()
    let memo = try await remote.recorded()
    remote.onRequest.setValue { request in
      if request.method == .patch { throw RemoteSite.lost }
    }
    for offset in [Int64.min, memo.audio.byteCount + 1] {
      remote.onResponse.setValue { request, response in
        guard request.method == .get
        else { return response }
        var response = response
        response.headers["Upload-Offset"] = "\(offset)"
        return response
      }
      let error = await #expect(throws: ApiError.self) {
        try await remote.database.insert(memo, nil)
      }
      #expect(error?.description.contains("its upload offset is out of range") == true)
    }
  }

  @Test("If the server stays unreachable, the recording stays here with the reason")
  func away() async throws {
    let remote = try await RemoteSite()
    let memo = try await remote.recorded()
    remote.onRequest.setValue { request in
      if request.method != .post { throw RemoteSite.lost }
    }
    await #expect(throws: RemoteSite.lost) { try await remote.database.insert(memo, nil) }
    let file = remote.library.folder.audioFile(named: memo.audio.fileName)
    #expect(Array(try Data(contentsOf: file)) == RemoteSite.sound())
    // The title is kept, too, until the upload.
    let memoFiles = MemoFiles(remote.library.folder)
    #expect(memoFiles.recording(forAudio: memo.audio.fileName)?.title == memo.title)
    remote.onRequest.setValue { _ in }
    try await remote.database.insert(memo, nil)
    #expect(memoFiles.recording(forAudio: memo.audio.fileName) == nil)
    let there = try await remote.site.database.recordings(matching: RecordingQuery())
    #expect(there.map(\.title) == [memo.title])
  }

  @Test("Audio is fetched once on demand, and resumes")
  func fetch() async throws {
    let remote = try await RemoteSite()
    let memo = try await remote.recorded()
    try await remote.database.insert(memo, nil)
    let fetched = remote.library.folder.root.appendingPathComponent("fetched")
    let kept = fetched.appendingPathComponent(memo.audio.fileName)
    // A part of it has come, some time.
    try FileManager.default.removeItem(at: kept)
    try Data(RemoteSite.sound().prefix(1_000)).write(
      to: fetched.appendingPathComponent(".\(memo.audio.fileName)"))
    let ranges = LockIsolated<[String?]>([])
    remote.onRequest.setValue { request in
      guard request.target.hasSuffix("/audio")
      else { return }
      ranges.withValue { $0.append(request.headers["Range"]) }
    }
    let url = remote.library.folder.audioFile(named: memo.audio.fileName)
    async let probe = remote.audioFile.probe(url: url)
    async let checksum = remote.audioFile.checksum(of: url)
    let (info, stored) = try await (probe, checksum)
    #expect(info.duration == .seconds(1))
    #expect(stored.sha256 == memo.audio.sha256)
    #expect(ranges.value == ["bytes=1000-"])
    let heard = LockIsolated<[URL]>([])
    var local = AudioPlayerClient.simulated()
    local.play = { url in
      heard.withValue { $0.append(url) }
      return true
    }
    let player = AudioPlayerClient.remote(remote.library, local: local)
    #expect(try await player.play(url))
    #expect(heard.value == [kept])
    var samples = 0
    for try await chunk in remote.audioFile.decode(url: url, startingAt: .milliseconds(500)) {
      samples += chunk.count
    }
    #expect(samples == 8_000)
    #expect(ranges.value.count == 1)
  }

  @Test("Missing audio is reported as a missing file")
  func gone() async throws {
    let remote = try await RemoteSite()
    let url = remote.library.folder.audioFile(named: "00000000-0000-0000-0000-0000000000ff.wav")
    await #expect(throws: AudioFileError.missing(path: url.lastPathComponent)) {
      _ = try await remote.audioFile.probe(url: url)
    }
  }
}
