import AudioFileClient
import AudioFileClientLive
import AudioStoreClient
import DatabaseClient
import Dependencies
import Foundation
import HTTPMessages
import ServerRouter
import SharedModels
import TestSite
import Testing

/// The server's interface for transcribers of all its libraries.
struct QueueMiddlewareTests {
  private let anna = DatabaseClient.inMemory()
  private let ben = DatabaseClient.inMemory()
  private let sound = Array("RIFF, and then some sound".utf8)

  private func site(
    store: (@Sendable (String) -> AudioStoreClient)? = nil
  ) async throws -> HostedSite {
    try await HostedSite(["anna": anna, "ben": ben], local: .liveValue, store: store)
  }

  /// A memo that is to be transcribed.
  private func addMemo(to library: DatabaseClient, _ number: UInt8 = 1) async throws {
    var memo = Recording.preview(
      id: Recording.ID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9, number))),
      transcription: .queued)
    memo.audio = Recording.mock.audio
    memo.audio.sha256 = String(repeating: "0\(number)", count: 32)
    try await library.insert(
      recording: memo,
      job: TranscriptionJob(
        id: TranscriptionJob.ID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, number))),
        recordingID: memo.id, createdAt: TestSite.now))
  }

  private func claim(from site: HostedSite) async throws -> ClaimValue {
    let reply = try await site.send(.post, "/api/queue/claims", json: "{}")
    #expect(reply.status == .ok && reply.headers["Cache-Control"] == "private, no-store")
    return try #require(try reply.json(ClaimReply.self).claim)
  }

  private func path(_ claim: ClaimValue, _ name: String, id: String? = nil) -> String {
    "/api/queue/\(claim.library)/\(claim.job.id)/\(name)?claim=\(id ?? claim.id)"
  }

  @Test("A job is claimed, transcribed and completed, and its library has the transcript")
  func life() async throws {
    let site = try await site()
    try await addMemo(to: ben)
    let claim = try await claim(from: site)
    #expect(claim.library == "ben" && claim.job.attempts == 1)
    let none = try await site.send(.post, "/api/queue/claims", json: "{}")
    #expect(none.status == .ok && none.text == "{}")
    let memo: Recording = try await site.send(.get, path(claim, "memo")).json()
    #expect(memo.id.rawValue.uuidString.lowercased() == claim.job.memo)
    let heard = SegmentsToKeep(
      [Segment(words: [Word(text: "Yes.", start: .zero, end: .seconds(1))])],
      checkpoint: TranscriptionCheckpoint(maker: "m", start: .zero, state: "s"), progress: 0.5)
    let body = String(decoding: try JSONEncoder.speechMemo.encode(heard), as: UTF8.self)
    #expect(try await site.send(.post, path(claim, "segments"), json: body).status == .noContent)
    let kept: SegmentList = try await site.send(.get, path(claim, "segments")).json()
    #expect(kept.segments == heard.segments)
    #expect(try await site.send(.post, path(claim, "lease")).status == .noContent)
    let ended = try await site.send(
      .post, path(claim, "end"),
      json: #"{"outcome":"done","engine":{"name":"e","version":"1"},"model":"m","language":"en"}"#)
    #expect(ended.status == .noContent)
    let transcript = try #require(try await ben.transcription(of: memo.id))
    #expect(transcript.text == "Yes." && transcript.model == "m" && transcript.language == "en")
    #expect(transcript.createdAt == TestSite.now, "the server's time, where none is given")
  }

  @Test("A job with another claim is not found, for any request")
  func others() async throws {
    let site = try await site()
    try await addMemo(to: ben)
    try await addMemo(to: anna, 2)
    let (first, second) = (try await claim(from: site), try await claim(from: site))
    #expect(first.library != second.library)
    let requests: [(HTTPMethod, String, String?)] = [
      (.get, "memo", nil), (.get, "audio", nil), (.get, "segments", nil), (.post, "lease", nil),
      (.patch, "memo", #"{"title":"Theirs","was":"\#(Recording.mock.title)"}"#),
      (.post, "segments", #"{"segments":[],"progress":0}"#),
      (.post, "end", #"{"outcome":"interrupted"}"#),
      (.post, "end", #"{"outcome":"failed","reason":"no"}"#),
    ]
    for (method, name, json) in requests {
      var moved = first
      moved.library = second.library
      for target in [
        path(first, name, id: second.id), path(first, name, id: UUID().uuidString),
        path(moved, name),
      ] {
        let reply = try await site.send(method, target, json: json)
        #expect(reply.status == .gone, "\(method.rawValue) \(target): \(reply.text)")
        #expect(reply.text.contains("not valid for this job"))
      }
      let unproven = path(first, name).prefix { $0 != "?" }
      #expect(try await site.send(method, String(unproven), json: json).status == .badRequest)
    }
    #expect(try await ben.jobs.list().map(\.state) == [.running])
    // Once ended, it has no owner.
    let end = #"{"outcome":"interrupted"}"#
    #expect(try await site.send(.post, path(first, "end"), json: end).status == .noContent)
    #expect(try await site.send(.post, path(first, "end"), json: end).status == .gone)
  }

  @Test("A transcriber's token opens no library, and no library's token the queue")
  func tokens() async throws {
    let site = try await site()
    try await addMemo(to: ben)
    for target in ["/api/memos", "/api/tokens", "/api/search?q=budget", "/api/settings", "/mcp"] {
      let method: HTTPMethod = target == "/mcp" ? .post : .get
      let reply = try await site.send(method, target)
      #expect(reply.status == .forbidden && reply.text.contains("opens no library"))
    }
    let library = try await TestSite.token(for: ben)
    let refused = try await site.send(.post, "/api/queue/claims", token: library, json: "{}")
    #expect(refused.status == .forbidden)
    #expect(refused.text.contains("speechmemo libraries transcribers add"))
    #expect(try await ben.jobs.list().map(\.state) == [.queued])
    #expect(try await site.hosted.libraries.removeTranscriber(name: "gpu-1"))
    for token in [site.token, "speechmemo_none", "none"] {
      let reply = try await site.send(.post, "/api/queue/claims", token: token, json: "{}")
      #expect(reply.status == .unauthorized)
    }
    #expect(site.site.visits.value.last?.token == nil)
  }

  @Test("The log has the transcriber's name, and no claim")
  func log() async throws {
    let site = try await site()
    try await addMemo(to: ben)
    let claim = try await claim(from: site)
    _ = try await site.send(.post, path(claim, "lease"))
    let visit = try #require(site.site.visits.value.last)
    #expect(visit.token == "gpu-1" && visit.path == "/api/queue/ben/\(claim.job.id)/lease")
  }

  @Test("Invalid claims and parameters are refused")
  func malformed() async throws {
    let site = try await site()
    let wrong = try await site.send(.post, "/api/queue/claims", json: #"{"except":["x"]}"#)
    #expect(wrong.status == .badRequest && wrong.text.contains("except"))
    #expect(try await site.send(.get, "/api/queue").status == .notFound)
    #expect(try await site.send(.get, "/api/queue/claims").status == .methodNotAllowed)
    let id = UUID().uuidString
    let nowhere = try await site.send(.get, "/api/queue/..%2f/\(id)/memo?claim=\(id)")
    #expect([.gone, .badRequest].contains(nowhere.status))
  }

  @Test("A memo gets a new title unless the user has set one")
  func title() async throws {
    let site = try await site()
    try await addMemo(to: ben)
    let claim = try await claim(from: site)
    let memo: Recording = try await site.send(.get, path(claim, "memo")).json()
    func change(_ title: String, was: String) async throws -> Bool {
      let body = try JSONEncoder.speechMemo.encode(TitleChange(title, was: was))
      let reply = try await site.send(
        .patch, path(claim, "memo"), json: String(decoding: body, as: UTF8.self))
      return try reply.json(TitleReply.self).isChanged
    }
    #expect(try await change("What is said", was: memo.title))
    #expect(try await !change("Something else", was: memo.title))
    #expect(
      try await ben.recordings(matching: RecordingQuery()).map(\.title) == ["What is said"])
  }

  @Test("Speakers are stored with the transcript, and mismatched ones are refused")
  func speakers() async throws {
    let site = try await site()
    try await addMemo(to: ben)
    let claim = try await claim(from: site)
    let heard = SegmentsToKeep(
      [Segment(words: [Word(text: "Yes.", start: .zero, end: .seconds(1))])], checkpoint: nil,
      progress: 1)
    let body = String(decoding: try JSONEncoder.speechMemo.encode(heard), as: UTF8.self)
    _ = try await site.send(.post, path(claim, "segments"), json: body)
    func end(_ words: [Speaker.ID?]) async throws -> HTTPStatus {
      let end = try #require(
        JobEnd(
          .done(
            TranscriptionSummary(),
            speakers: .replace([Speaker(id: Speaker.ID(0), name: "Anna")], words: words),
            at: TestSite.now)))
      let body = try JSONEncoder.speechMemo.encode(end)
      return try await site.send(
        .post, path(claim, "end"), json: String(decoding: body, as: UTF8.self)
      ).status
    }
    #expect(try await end([]) == .conflict)
    #expect(try await ben.jobs.list().map(\.state) == [.running], "it goes on")
    #expect(try await end([Speaker.ID(0)]) == .noContent)
    let memo = try #require(try await ben.recordings(matching: RecordingQuery()).first)
    #expect(try await ben.transcription(of: memo.id)?.speakers.map(\.name) == ["Anna"])
  }

  @Test("Audio comes from the library's folder, also in ranges")
  func folder() async throws {
    let site = try await site()
    try await addMemo(to: ben)
    try await site.put(sound, named: Recording.mock.audio.fileName, in: "ben")
    let claim = try await claim(from: site)
    try await withDependencies {
      $0.audioFile = .liveValue
    } operation: {
      #expect(try await site.send(.get, path(claim, "audio")).body == sound)
      let part = try await site.send(.get, path(claim, "audio"), headers: ["Range": "bytes=6-8"])
      #expect(part.status == .partialContent && part.body == Array(sound[6...8]))
    }
  }

  @Test("With links to the store, audio does not pass through the server")
  func links() async throws {
    let site = try await site { _ in .inMemory() }
    try await addMemo(to: ben)
    let claim = try await claim(from: site)
    let reply = try await withDependencies {
      $0.audioFile = .liveValue
      $0.date = .constant(TestSite.now)
    } operation: {
      try await site.send(.get, path(claim, "audio"))
    }
    #expect(reply.status == .temporaryRedirect && reply.body == [])
    #expect(
      reply.headers["Location"] == "https://store.example/\(Recording.mock.audio.fileName)")
  }

  @Test("News arrive at once, and again when there may be jobs")
  func news() async throws {
    let site = try await site()
    let response = await site.site.respond(
      to: HTTPRequest(
        .get, "/api/queue/news", headers: ["Authorization": "Bearer \(site.token)"]))
    #expect(response.headers["Content-Type"] == "text/event-stream")
    guard case .stream(let body) = response.content
    else { throw NoStream() }
    var events = body.makeAsyncIterator()
    #expect(try await events.next() != nil)
    try await addMemo(to: ben)
    #expect(try await events.next() != nil)
    site.site.endStreams()
    while try await events.next() != nil {}
  }

  private struct NoStream: Error {}
}
