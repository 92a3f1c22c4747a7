import DatabaseClient
import Dependencies
import Foundation
import HTTPMessages
import ServerRouter
import SharedModels
import SpeechClient
import TestSite
import Testing
import TranscriptExport

struct TranscriptsMiddlewareTests {
  private let target = "/api/memos/00000000-0000-0000-0000-000000000001"

  private func makeSite() async throws -> TestSite {
    try await TestSite([TranscribedMemo(recording: .mock, transcription: .mock)])
  }

  @Test("A transcript is returned in each export format", arguments: ExportFormat.allCases)
  func formats(format: ExportFormat) async throws {
    let site = try await makeSite()
    let reply = try await site.send(.get, "\(target)/transcript?format=\(format.rawValue)")
    #expect(reply.text == (try export(.mock, .mock, as: format)))
    #expect(reply.headers["Content-Type"] == format.mediaType)
    let tag = try #require(reply.headers["ETag"])
    let again = try await site.send(
      .get, "\(target)/transcript?format=\(format.rawValue)", headers: ["If-None-Match": tag])
    #expect(again.status == .notModified)
  }

  @Test("Speakers can be edited, and voices are never returned")
  func speakers() async throws {
    let site = try await makeSite()
    let id = Transcription.mock.id
    let count = Transcription.mock.words.count
    let words = (0..<count).map { Speaker.ID($0 / 5 % 2) }
    try await site.database.editSpeakers(
      id: id,
      with: .replace(
        [
          Speaker(id: Speaker.ID(0), voice: Voice(model: "secret", embedding: [0.5])),
          Speaker(id: Speaker.ID(1)),
        ], words: words))
    func change(_ edit: String, of transcript: String = id.rawValue.uuidString) async throws
      -> TestReply
    {
      try await site.send(
        .post, "\(target)/transcript/speakers", json: #"{"transcript":"\#(transcript)",\#(edit)}"#)
    }
    let reply = try await change(#""op":"name","speaker":1,"name":"Anna""#)
    #expect(reply.status == .noContent, "\(reply.text)")
    let told = try await site.send(.get, "\(target)/transcript")
    #expect(told.text.contains("Anna") && !told.text.contains("secret"))
    let merged = try await change(#""op":"merge","speaker":0,"into":1"#)
    #expect(merged.status == .noContent)
    let again = try await change(#""op":"merge","speaker":0,"into":1"#)
    #expect(again.status == .conflict)
    #expect(try await change(#""op":"sing""#).status == .badRequest)
    let other = try await change(
      #""op":"name","speaker":1"#, of: "00000000-0000-0000-0000-000000000099")
    #expect(other.status == .notFound)
    let speakers = try await site.database.transcription(of: Recording.mock.id)?.speakers
    #expect(speakers?.map(\.label) == ["Anna"])
  }

  @Test("Unknown formats and memos without a transcript are refused with a fix")
  func none() async throws {
    let site = try await makeSite()
    let wrong = try await site.send(.get, "\(target)/transcript?format=pdf")
    #expect(wrong.status == .badRequest)
    #expect(wrong.text.contains("invalid value 'pdf' for the parameter 'format'"))
    var memo = Recording.preview(
      id: Recording.ID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2))))
    memo.transcription = .failed(reason: "the engine has no voice")
    try await site.database.insert(recording: memo, job: nil)
    let reply = try await site.send(
      .get, "/api/memos/00000000-0000-0000-0000-000000000002/transcript")
    #expect(reply.status == .notFound)
    #expect(reply.text.contains("the engine has no voice"))
  }

  @Test("A transcript is requested, listed among the jobs, and canceled")
  func transcribe() async throws {
    let site = try await makeSite()
    func ask(_ json: String) async throws -> TestReply {
      try await withDependencies {
        $0.speechClient.engineStatus = {
          SpeechEngineStatus(
            models: [SpeechModel(name: "small", folder: "/models"), SpeechModel(name: "large")])
        }
      } operation: {
        try await site.send(.post, "\(target)/transcription", json: json)
      }
    }
    for model in ["large", "/etc", "~/models", "owner/name"] {
      let refused = try await ask(#"{"model":"\#(model)"}"#)
      #expect(refused.status == .unprocessableContent)
      #expect(refused.text.contains("use one of small"))
    }
    let crowd = try await ask(#"{"speakers":"200"}"#)
    #expect(crowd.status == .unprocessableContent)
    #expect(crowd.text.contains("auto, or a number from 1 to 20"))
    let noTrack = try await ask(#"{"track":0}"#)
    #expect(noTrack.status == .unprocessableContent)
    #expect(noTrack.text.contains("'track' must be 1 or more"))
    #expect(try await site.database.jobs.list().isEmpty)
    let reply = try await ask(#"{"model":"small","language":"de","speakers":"2","track":3}"#)
    #expect(reply.status == .accepted)
    #expect(try reply.json(Recording.self).transcription == .queued)
    let job = try #require(try await site.database.jobs.job(of: Recording.mock.id))
    #expect(job.model == "small")
    #expect(job.settings.language == "de")
    #expect(job.settings.speakers == SpeakerSettings(count: 2))
    #expect(job.settings.track == 3)
    #expect(job.settings.channels == nil)
    #expect(try await ask(#"{"speakers":"2","channels":true}"#).status == .accepted)
    let channels = try await site.database.jobs.job(of: Recording.mock.id)?.settings
    #expect(channels?.channels == true && channels?.speakers == nil)
    let jobs = try await site.send(.get, "/api/jobs")
    #expect(try jobs.json(JobList.self).memos.map(\.id) == [Recording.mock.id])
    #expect(try await site.send(.delete, "\(target)/transcription").status == .noContent)
    #expect(try await site.database.jobs.list().isEmpty)
    #expect(try await site.send(.delete, "\(target)/transcription").status == .noContent, "again")
  }

  @Test("A failed transcription leaves the transcript, and is dismissed at either address")
  func dismissed() async throws {
    let site = try await makeSite()
    for (number, address) in ["/transcription", ""].enumerated() {
      let id = TranscriptionJob.ID(
        UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number))))
      try await site.database.jobs.enqueue(
        job: TranscriptionJob(id: id, recordingID: Recording.mock.id, createdAt: TestSite.now))
      _ = try await site.database.jobs.claim(among: nil)
      try await site.database.jobs.end(id: id, outcome: .failed(reason: "x", at: TestSite.now))
      let memo: Recording = try await site.send(.get, target).json()
      #expect(memo.transcription == .done)
      let failed: CurrentJob = try await site.send(.get, "\(target)/transcription").json()
      #expect(failed.job?.reason == "x")
      let reply = try await site.send(
        .delete, address.isEmpty ? "/api/jobs/\(id.text)" : target + address)
      #expect(reply.status == .noContent, "\(reply.text)")
      let none: CurrentJob = try await site.send(.get, "\(target)/transcription").json()
      #expect(none.job == nil)
    }
  }

  @Test("A language that the model does not support is refused")
  func unsupportedLanguage() async throws {
    let site = try await makeSite()
    func ask(_ json: String) async throws -> TestReply {
      try await withDependencies {
        $0.speechClient.engineStatus = {
          SpeechEngineStatus(
            model: "tiny.en",
            models: [
              SpeechModel(name: "tiny.en", folder: "/t", languages: ["en"]),
              SpeechModel(name: "base", folder: "/b", languages: ["de", "en"]),
            ])
        }
      } operation: {
        try await site.send(.post, "\(target)/transcription", json: json)
      }
    }
    let refused = try await ask(#"{"language":"German"}"#)
    #expect(refused.status == .unprocessableContent)
    #expect(refused.text.contains("'tiny.en' does not support the language 'de': use en"))
    #expect(try await site.database.jobs.list().isEmpty)
    for json in [#"{"language":"en-US"}"#, #"{"language":"de","model":"base"}"#, "{}"] {
      #expect(try await ask(json).status == .accepted)
    }
  }

  @Test("An edit keeps word times, and a stale one is refused")
  func edit() async throws {
    let site = try await makeSite()
    let address = "\(target)/transcript"
    var transcription: Transcription = try await site.send(.get, address).json()
    #expect(transcription == .mock)
    let edit = try #require(
      transcription.edit(text: transcription.text + " Indeed.", at: TestSite.now))
    func change(_ id: Transcription.ID) async throws -> TestReply {
      let change = TranscriptChange.segments(edit, of: id)
      let json = String(decoding: try JSONEncoder.speechMemo.encode(change), as: UTF8.self)
      return try await site.send(.patch, address, json: json)
    }
    let made = try await change(transcription.id)
    let isMade = transcription.apply(edit)
    #expect(isMade)
    #expect(try made.json() == transcription)
    #expect(try await site.send(.get, address).json() == transcription)
    let again = try await change(transcription.id)
    #expect(again.status == .conflict)
    #expect(again.text.contains("changed in the meantime"))
    #expect(try await change(Transcription.ID(UUID())).status == .notFound, "another transcript")
  }

  @Test("Positions and speaker ids out of range are refused")
  func outOfRange() async throws {
    let site = try await makeSite()
    let address = "\(target)/transcript"
    let id = Transcription.mock.id.rawValue.uuidString
    for (position, status) in [(-1, HTTPStatus.badRequest), (Int.max, HTTPStatus.conflict)] {
      let reply = try await site.send(
        .patch, address,
        json: #"{"transcript":"\#(id)","position":\#(position),"removed":[{"text":"x"}]}"#)
      #expect(reply.status == status, "\(reply.text)")
    }
    let words = Transcription.mock.words.map { _ in "\(Int.max)" }.joined(separator: ",")
    let reply = try await site.send(
      .post, "\(address)/speakers",
      json: """
        {"transcript":"\(id)","op":"replace","speakers":[{"id":\(Int.max)}],"words":[\(words)]}
        """)
    #expect(reply.status == .badRequest)
    #expect(reply.text.contains("speakers"))
    #expect(try await site.database.transcription(of: Recording.mock.id) == Transcription.mock)
  }

  @Test("A job has its client's ID if it is valid")
  func jobID() async throws {
    let site = try await makeSite()
    let id = "00000000-0000-0000-0000-0000000000aa"
    let reply = try await site.send(
      .post, "\(target)/transcription", json: #"{"job":"\#(id)"}"#)
    #expect(reply.status == .accepted)
    #expect(
      try await site.database.jobs.job(of: Recording.mock.id)?.id.rawValue == UUID(uuidString: id))
    let again = try await site.send(
      .post, "\(target)/transcription", json: #"{"job":"\#(id)"}"#)
    #expect(again.status == .accepted, "its client did not get the answer")
    let other = "00000000-0000-0000-0000-0000000000bb"
    try await site.database.insert(
      recording: Recording.preview(id: Recording.ID(try #require(UUID(uuidString: other)))),
      job: nil)
    let taken = try await site.send(
      .post, "/api/memos/\(other)/transcription", json: #"{"job":"\#(id)"}"#)
    #expect(taken.status == .conflict)
    #expect(taken.text.contains("use another id"))
    let wrong = try await site.send(.post, "\(target)/transcription", json: #"{"job":"7"}"#)
    #expect(wrong.status == .unprocessableContent)
  }

  @Test("Trashed memos are not transcribed")
  func trashed() async throws {
    let site = try await makeSite()
    try await site.database.trash(ids: [Recording.mock.id], at: TestSite.now)
    let reply = try await site.send(.post, "\(target)/transcription", json: "{}")
    #expect(reply.status == .conflict)
    #expect(try await site.database.jobs.list().isEmpty)
  }
}
