import DatabaseClient
import Foundation
import SharedModels
import Tagged
import TestLibraries
import Testing

extension QueueTests {
  @Test(
    "A claimed job's memo gets a title unless it was changed in the meantime",
    arguments: TestLibrarySet.all)
  func title(_ kind: TestLibrarySet.Kind) async throws {
    let shelf = try await TestLibrarySet(kind, ["a"])
    try await shelf.add(1...1, to: "a")
    let claim = try #require(try await shelf.queue.claim(except: []))
    let library = DatabaseClient.known(by: claim, of: shelf.queue)
    let memo = try await library.modify(id: claim.job.recordingID) { $0.title = "What is said" }
    #expect(memo.title == "What is said")
    #expect(
      try await shelf.queue.setTitle(
        of: claim.proof, title: "Not this", replacing: "not its title") == false)
    let memos = try await shelf.library("a").recordings(matching: RecordingQuery())
    #expect(memos.map(\.title) == ["What is said"])
    #expect(
      try await library.recordings(
        matching: RecordingQuery(ids: [claim.job.recordingID], place: nil)
      ).map(\.title)
        == ["What is said"])
  }

  @Test("Speakers are stored together with the transcript", arguments: TestLibrarySet.all)
  func speakers(_ kind: TestLibrarySet.Kind) async throws {
    let shelf = try await TestLibrarySet(kind, ["a"])
    try await shelf.add(1...1, to: "a")
    let claim = try #require(try await shelf.queue.claim(except: []))
    try await shelf.queue.append(
      segments: [.spoken("hello there")], to: claim.proof, checkpoint: nil, progress: 1)
    let turns = [VoiceTurn(speaker: 0, start: .zero, end: .milliseconds(900))]
    func end(_ words: [Speaker.ID?]) async throws {
      try await shelf.queue.end(
        claim: claim.proof,
        outcome: .done(
          TranscriptionSummary(details: TranscriptionDetails(device: "cpu")),
          speakers: .replace(
            [Speaker(id: Speaker.ID(0), name: "Anna")], words: words, turns: turns),
          at: Date(timeIntervalSince1970: 77)))
    }
    await #expect(throws: DatabaseError.self) { try await end([Speaker.ID(0)]) }
    let library = try await shelf.library("a")
    #expect(
      try await library.jobs.list().map(\.state) == [.running], "it goes on being whose it is")
    try await end([Speaker.ID(0), Speaker.ID(0)])
    let transcript = try #require(try await library.transcription(of: Recording.fixed(1).id))
    #expect(transcript.text == "hello there" && transcript.speakers.map(\.name) == ["Anna"])
    #expect(transcript.words.map { $0.speaker?.rawValue } == [0, 0])
    #expect(transcript.details == TranscriptionDetails(device: "cpu", turns: turns))
    #expect(try await library.search(query: SearchQuery("speaker:anna")).count == 1)
  }

  @Test(
    "A job keeps the ID of its request from start to end",
    arguments: TestLibrarySet.all)
  func trace(_ kind: TestLibrarySet.Kind) async throws {
    let shelf = try await TestLibrarySet(kind, ["a"])
    let trace = try #require(TraceID("4bf92f3577b34da6a3ce929d0e0e4736"))
    let library = try await shelf.library("a")
    var job = TranscriptionJob.fixed(1)
    job.trace = trace
    try await library.insert(recording: .fixed(1), job: job)
    #expect(try await library.jobs.list().map(\.trace) == [trace])
    let claim = try #require(try await shelf.queue.claim(except: []))
    #expect(claim.job.trace == trace)
    try await shelf.queue.end(claim: claim.proof, outcome: .interrupted)
    let again = try #require(try await shelf.queue.claim(except: []))
    #expect(again.job.trace == trace)
    try await shelf.queue.end(claim: again.proof, outcome: done)
    #expect(try await library.jobs.finished(since: .distantPast).map(\.trace) == [trace])
    try await library.jobs.enqueue(
      job: TranscriptionJob(
        id: TranscriptionJob.ID(.fixed(250)), recordingID: Recording.fixed(1).id,
        createdAt: Date(timeIntervalSince1970: 4)))
    #expect(try await library.jobs.list().map(\.trace) == [nil])
  }
}
