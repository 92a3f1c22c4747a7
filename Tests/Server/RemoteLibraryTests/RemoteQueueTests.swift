import ApiClient
import AudioFileClient
import ConcurrencyExtras
import DatabaseClient
import Dependencies
import Foundation
import HTTPMessages
import RemoteLibrary
import SharedModels
import SpeechClient
import TestSite
import Testing
import TranscriptionCore

/// A transcriber with a token for a server, and without access to its database.
struct RemoteQueueTests {
  private let anna = DatabaseClient.inMemory()
  private let ben = DatabaseClient.inMemory()

  private func site(token: String? = nil) async throws -> RemoteTranscriberSite {
    try await RemoteTranscriberSite(["anna": anna, "ben": ben], token: token)
  }

  private static func isEnd(_ event: ClaimedTranscriptions.Event) -> Bool {
    switch event.event {
    case .failed, .finished: true
    default: false
    }
  }

  @Test("Memos of all libraries get transcripts, titles and speakers, and no audio stays")
  func whole() async throws {
    let site = try await site()
    let settings = TranscriptionSettings(speakers: SpeakerSettings())
    let annas = try await site.addMemo(1, to: "anna", title: "REC0042", settings: settings)
    let bens = try await site.addMemo(2, to: "ben")
    let ends = LockIsolated(0)
    let heard = LockIsolated<[Int]>([])
    var speech = SpeechClient.scripted(saying: "Good morning everybody here.")
    let transcribe = speech.transcribe
    speech.transcribe = { request in
      heard.withValue { $0.append(site.fetched.count) }
      return transcribe(request)
    }
    let events = try await site.transcribe(speech) { event in
      Self.isEnd(event)
        && ends.withValue {
          $0 += 1; return $0 == 2
        }
    }
    #expect(events.filter(Self.isEnd).map(\.library) == ["anna", "ben"])
    #expect(heard.value == [1, 1], "each was fetched, and the one before it was gone")
    #expect(site.fetched == [])
    let transcript = try #require(try await anna.transcription(of: annas))
    #expect(transcript.text == "Good morning everybody here.")
    #expect(transcript.speakers.count > 0)
    #expect(try await ben.transcription(of: bens)?.speakers == [])
    #expect(
      try await anna.recordings(matching: RecordingQuery()).map(\.title)
        == ["Good morning everybody here"])
    #expect(try await ben.recordings(matching: RecordingQuery()).map(\.title) == ["A memo"])
  }

  @Test("The server's log has the original request's ID with each request about a job")
  func traces() async throws {
    let site = try await site()
    let id = try await site.addMemo(1, to: "ben")
    let trace = try #require(TraceID("4bf92f3577b34da6a3ce929d0e0e4736"))
    try await ben.jobs.enqueue(
      job: TranscriptionJob(
        id: TranscriptionJob.ID(UUID(7)), recordingID: id, createdAt: RemoteTranscriberSite.now,
        trace: trace))
    let events = try await site.transcribe(.scripted(saying: "Yes."), until: Self.isEnd)
    #expect(Set(events.map(\.trace)) == [trace])
    let visits = site.server.site.visits.value
    let about = visits.filter { $0.path.hasPrefix("/api/queue/ben/") }
    #expect(
      Set(about.map { $0.path.split(separator: "/").last }) == ["memo", "audio", "segments", "end"])
    #expect(about.allSatisfy { $0.trace == trace })
    #expect(visits.filter { $0.path == "/api/queue/claims" }.allSatisfy { $0.trace != trace })
  }

  @Test("Stopping returns the running job with its progress")
  func stopped() async throws {
    let site = try await site()
    try await site.addMemo(1, to: "ben")
    var speech = SpeechClient.scripted([])
    speech.transcribe = { _ in
      AsyncThrowingStream { stream in
        stream.yield(
          .started(SpeechEngineInfo(engine: TranscriptionEngine(name: "e"), model: "m")))
        stream.yield(
          .passage(
            [Segment(words: [Word(text: "Begun.", start: .zero, end: .milliseconds(500))])],
            TranscriptionCheckpoint(maker: "m", start: .milliseconds(400), state: "s")))
      }
    }
    _ = try await site.transcribe(speech) { event in
      if case .progressed = event.event { true } else { false }
    }
    let job = try #require(try await ben.jobs.list().first)
    try #require(job.state == .queued && job.attempts == 0)
    #expect(job.checkpoint?.start == .milliseconds(400))
    #expect(try await ben.jobs.keptSegments(of: job.id, after: 0).map(\.text) == ["Begun."])
    #expect(site.fetched == [])
    // The next one resumes there.
    let asked = LockIsolated<[TranscriptionRequest]>([])
    var next = SpeechClient.scripted(saying: "And ended.")
    let transcribe = next.transcribe
    next.transcribe = { request in
      asked.withValue { $0.append(request) }
      return transcribe(request)
    }
    _ = try await site.transcribe(next, until: Self.isEnd)
    #expect(asked.value.first?.startingAt == .milliseconds(500))
    #expect(asked.value.first?.checkpoint?.state == "s")
    #expect(asked.value.first?.precedingText == "Begun.")
  }

  @Test("A job of a deleted memo is abandoned, and the next one runs")
  func lost() async throws {
    let site = try await site()
    let first = try await site.addMemo(1, to: "ben")
    try await site.addMemo(2, to: "ben")
    let isFirst = LockIsolated(true)
    site.onRequest.setValue { [ben] request in
      guard request.path.hasSuffix("/segments"), request.method == .post
      else { return }
      let isOver = isFirst.withValue { isFirst in
        defer { isFirst = false }
        return !isFirst
      }
      guard !isOver
      else { return }
      try await ben.trash(ids: [first], at: RemoteTranscriberSite.now)
      _ = try await ben.deletePermanently(ids: [first])
    }
    let events = try await site.transcribe(.scripted(saying: "Yes."), until: Self.isEnd)
    #expect(
      events.filter(Self.isEnd).map(\.event) == [.finished(Recording.ID(UUID(2)), wordCount: 1)])
    #expect(site.fetched == [])
  }

  @Test("An unreachable server is reported and retried")
  func away() async throws {
    let site = try await site()
    try await site.addMemo(1, to: "ben")
    let problems = LockIsolated<[String]>([])
    let isAway = LockIsolated(true)
    site.onRequest.setValue { _ in
      if isAway.value { throw RemoteTranscriberSite.lost }
    }
    let events = try await site.transcribe(.scripted(saying: "Yes.")) { problem in
      problems.withValue { $0.append(problem) }
      isAway.setValue(false)
      site.wait()
    } until: {
      Self.isEnd($0)
    }
    #expect(problems.value == [RemoteTranscriberSite.lost.description])
    #expect(events.filter(Self.isEnd).count == 1)
  }

  @Test("A full disk here is not the job's fault: it is retried later")
  func awayMeanwhile() async throws {
    let site = try await site()
    try await site.addMemo(1, to: "ben")
    let isAway = LockIsolated(true)
    site.onRequest.setValue { request in
      guard request.path.hasSuffix("/segments"), request.method == .post, isAway.value
      else { return }
      throw RemoteTranscriberSite.lost
    }
    let events = try await site.transcribe(.scripted(saying: "Yes.")) { _ in
      isAway.setValue(false)
      site.wait()
    } until: {
      Self.isEnd($0)
    }
    #expect(events.last?.event == .finished(Recording.ID(UUID(1)), wordCount: 1))
    #expect(try await ben.jobs.list() == [])
  }

  @Test(
    "Interrupted audio resumes; missing audio is not the job's fault")
  func soundBreaksOff() async throws {
    let site = try await site()
    try await site.addMemo(1, to: "ben")
    let ranges = LockIsolated<[String?]>([])
    site.onResponse.setValue { request, response in
      guard request.path.hasSuffix("/audio"), let body = try? response.body
      else { return response }
      let count = ranges.withValue { ranges in
        ranges.append(request.headers["Range"])
        return ranges.count
      }
      guard count < 3
      else { return response }
      var response = response
      // Some of it comes over the first connection, nothing over the second.
      let isOver = LockIsolated(count == 2)
      response.content = .stream(
        HTTPBody(byteCount: body.byteCount) {
          let wasOver = isOver.withValue { isOver in
            defer { isOver = true }
            return isOver
          }
          guard !wasOver
          else { throw RemoteTranscriberSite.lost }
          return try await body.bytes(upTo: 1 << 20).prefix(1_000)
        })
      return response
    }
    let problems = LockIsolated<[String]>([])
    let states = LockIsolated<[TranscriptionJob.State]>([])
    let events = try await site.transcribe(.scripted(saying: "Yes.")) { [ben] problem in
      problems.withValue { $0.append(problem) }
      Task {
        for job in try await ben.jobs.list() { states.withValue { $0.append(job.state) } }
        site.wait()
      }
    } until: {
      Self.isEnd($0)
    }
    #expect(ranges.value == [nil, "bytes=1000-", nil], "what came of it is not kept in between")
    #expect(problems.value.count == 1)
    #expect(problems.value.first?.hasSuffix(RemoteTranscriberSite.lost.description) == true)
    #expect(states.value == [.queued])
    #expect(events.last?.event == .finished(Recording.ID(UUID(1)), wordCount: 1))
    #expect(site.fetched == [])
  }

  @Test("A completion with a lost response is repeated, and the job counts as done")
  func endIsLost() async throws {
    let site = try await site()
    try await site.addMemo(1, to: "ben")
    let isLost = LockIsolated(true)
    site.onResponse.setValue { [weak site] request, response in
      guard request.path.hasSuffix("/end"), isLost.value
      else { return response }
      isLost.setValue(false)
      site?.wait()
      throw RemoteTranscriberSite.lost
    }
    let events = try await site.transcribe(.scripted(saying: "Yes."), until: Self.isEnd)
    #expect(events.last?.event == .finished(Recording.ID(UUID(1)), wordCount: 1))
    #expect(site.requests.value.filter { $0.hasSuffix("/end") }.count == 2)
    #expect(try await ben.jobs.list() == [])
    #expect(site.fetched == [])
  }

  @Test("An unknown token, or one of a library, ends the transcriber with a one-line error")
  func tokens() async throws {
    let unknown = try await site(token: "speechmemo_none")
    await #expect(throws: RemoteQueueError.unknownToken(server: "https://memos.example")) {
      _ = try await unknown.transcribe(.scripted([])) { _ in true }
    }
    let library = try await site(token: try await TestSite.token(for: ben))
    let error = await #expect(throws: RemoteQueueError.self) {
      _ = try await library.transcribe(.scripted([])) { _ in true }
    }
    #expect(error?.description.contains("speechmemo libraries transcribers add NAME") == true)
  }

  @Test("Revoking the token ends the transcriber, and another transcriber takes its job")
  func revoked() async throws {
    let site = try await site()
    try await site.addMemo(1, to: "ben")
    site.onRequest.setValue { [libraries = site.server.hosted.libraries] request in
      guard request.path.hasSuffix("/segments"), request.method == .post
      else { return }
      _ = try await libraries.removeTranscriber(name: "gpu-1")
    }
    await #expect(throws: RemoteQueueError.unknownToken(server: "https://memos.example")) {
      _ = try await site.transcribe(.scripted(saying: "Yes.")) { _ in
        site.wait()
      } until: { _ in
        false
      }
    }
    #expect(try await ben.jobs.list().map(\.state) == [.running], "until its lease has run out")
  }

  @Test(
    "A server without a queue, or a foreign one, is reported without retries")
  func others() async throws {
    let site = try await site()
    site.onRequest.setValue { _ in
      throw ApiError.unreachable(
        server: "https://memos.example", reason: "no such host", isTransient: false)
    }
    await #expect(throws: ApiError.self) {
      _ = try await site.transcribe(.scripted([])) { _ in true }
    }
    #expect(
      RemoteQueueError.noQueue(server: "https://memos.example").description
        .contains("'speechmemo serve' of this version with --database"))
  }

  @Test("A library with an invalid folder name is skipped")
  func names() async throws {
    let site = try await RemoteTranscriberSite(["..": ben])
    try await ben.insert(
      recording: .preview(transcription: .queued),
      job: TranscriptionJob(
        id: TranscriptionJob.ID(UUID(1)), recordingID: Recording.mock.id,
        createdAt: RemoteTranscriberSite.now))
    await #expect(throws: ApiError.self) {
      _ = try await site.queue.client.claim(except: [])
    }
  }
}
