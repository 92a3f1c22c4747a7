import ApiClient
import DatabaseClient
import Foundation
import SharedModels
import TestSite
import Testing

struct RemoteTranscriptsTests {
  /// After an edit of the first memo.
  private static let conflict = DatabaseError.conflict(
    "the text of '\(RemoteSite.memo(1).recording.title)' "
      + "(edited, \(TestSite.now.formatted(.iso8601)))")

  @Test("A transcript is read and edited with word times, and conflicts are reported")
  func transcripts() async throws {
    let remote = try await RemoteSite([RemoteSite.memo(1)])
    let id = RemoteSite.memo(1).recording.id
    var transcription = try #require(try await remote.database.transcription(of: id))
    #expect(transcription == .mock)
    #expect(try await remote.database.transcription(of: Recording.mock.id) == nil)
    #expect(try await remote.database.firstWords(of: [id]) == [:])
    let edit = try #require(
      transcription.edit(text: transcription.text + " Indeed.", at: TestSite.now))
    try await remote.database.editTranscription(id: transcription.id, with: edit)
    let isMade = transcription.apply(edit)
    #expect(isMade)
    #expect(try await remote.site.database.transcription(of: id) == transcription)
    await #expect(throws: Self.conflict) {
      try await remote.database.editTranscription(id: transcription.id, with: edit)
    }
  }

  @Test("The versions of a text are listed, read, and restored as on the library's machine")
  func history() async throws {
    let remote = try await RemoteSite([RemoteSite.memo(1)])
    let (id, history) = (RemoteSite.memo(1).recording.id, remote.database.history)
    #expect(try await history.lastEdit() == nil)
    let original = try #require(try await remote.database.transcription(of: id))
    let edit = try #require(original.edit(text: original.text + " Indeed.", at: TestSite.now))
    try await remote.database.editTranscription(id: original.id, with: edit)
    let local = remote.site.database.history
    let versions = try await history.versions(of: id)
    #expect(versions.count == 2 && versions.current?.number == 2)
    #expect(try await versions == local.versions(of: id))
    #expect(try await history.lastEdit() == local.lastEdit())
    #expect(try await history.lastEdit()?.memo == id)
    #expect(try await history.transcription(of: id, version: 1) == original)

    await #expect(throws: Self.conflict) {
      try await history.restore(of: id, version: 1, current: 1, at: TestSite.now)
    }
    await #expect(throws: DatabaseError.notFound("version 9 of the text")) {
      try await history.restore(of: id, version: 9, current: 2, at: TestSite.now)
    }
    await #expect(throws: DatabaseError.notFound("version 9 of the text")) {
      _ = try await history.transcription(of: id, version: 9)
    }
    await #expect(throws: DatabaseError.notFound("the memo")) {
      _ = try await history.versions(of: RemoteSite.memo(2).recording.id)
    }
    try await history.restore(of: id, version: 1, current: 2, at: TestSite.now)
    #expect(try await remote.site.database.transcription(of: id) == original)
    #expect(try await history.versions(of: id).map(\.restored) == [nil, nil, 1])
    #expect(try await history.lastEdit() == nil)
  }

  @Test("Transcripts are requested, followed and canceled on the server only")
  func jobs() async throws {
    let remote = try await RemoteSite([RemoteSite.memo(1)])
    let id = RemoteSite.memo(1).recording.id
    let job = TranscriptionJob(
      id: TranscriptionJob.ID(UUID(uuid: (2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))),
      recordingID: id, createdAt: TestSite.now, model: "small",
      settings: TranscriptionSettings(language: "de"))
    try await remote.database.jobs.enqueue(job: job)
    #expect(try await remote.database.jobs.list().map(\.id) == [job.id])
    #expect(try await remote.database.jobs.job(of: id)?.settings.language == "de")
    #expect(try await remote.database.jobs.claim(among: nil) == nil)
    let theirs = try #require(try await remote.site.database.jobs.claim(among: nil))
    let segments = Array(Transcription.mock.segments.prefix(2))
    try await remote.site.database.jobs.append(
      segments: segments, to: theirs.id, checkpoint: nil, progress: 0.5)
    #expect(try await remote.database.jobs.keptSegments(of: job.id, after: 1) == [segments[1]])
    try await remote.database.jobs.end(id: job.id, outcome: .cancelled)
    #expect(try await remote.database.jobs.list().isEmpty)
    #expect(try await remote.database.jobs.finished(since: .distantPast).isEmpty)
  }

  @Test("A summary is read as on the library's machine, and only made there")
  func summary() async throws {
    let remote = try await RemoteSite([RemoteSite.memo(1)])
    let id = RemoteSite.memo(1).recording.id
    #expect(try await remote.database.summaries.summary(of: id) == nil)
    var summary = Summary(
      provenance: Summary.Provenance(
        model: "gemma", promptVersion: 1, transcription: .mock, createdAt: TestSite.now))
    summary.sentence = Summary.Point(
      "A budget.",
      quote: Summary.Quote(
        text: "the budget.", words: 3..<5, start: .milliseconds(1300), end: .seconds(2)))
    try await remote.site.database.summaries.save(summary: summary, of: id)
    #expect(try await remote.database.summaries.summary(of: id) == summary)
    await #expect(throws: ApiError.localOnly(what: "storing a summary")) {
      try await remote.database.summaries.save(summary: summary, of: id)
    }
  }
}
