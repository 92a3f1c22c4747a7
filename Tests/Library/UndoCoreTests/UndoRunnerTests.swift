import DatabaseClient
import Dependencies
import Foundation
import SharedModels
import Tagged
import Testing
import UndoCore

struct UndoRunnerTests {
  private let database = DatabaseClient.inMemory([
    TranscribedMemo(recording: .mock, transcription: .mock)
  ])

  private func run(_ step: UndoStep) async throws -> UndoRunner.Outcome? {
    try await withDependencies {
      $0.database = database
      $0.date = .constant(Date(timeIntervalSince1970: 1000))
      $0.uuid = .incrementing
    } operation: {
      try await UndoRunner()(step)
    }
  }

  private func edit(_ text: String, at time: Double) async throws -> UndoStep {
    let transcription = try #require(try await database.transcription(of: Recording.mock.id))
    let date = Date(timeIntervalSince1970: time)
    let edit = try #require(transcription.edit(text: text, at: date))
    try await database.editTranscription(id: transcription.id, with: edit)
    return UndoStep(.text(transcription.id, editedAt: date), of: [.mock])
  }

  @Test("Edits are undone from the last to the first, each by its version")
  func edits() async throws {
    let first = try await edit("We agreed.", at: 1)
    let before = try #require(try await database.transcription(of: Recording.mock.id))
    let second = try await edit("We disagreed.", at: 2)
    #expect(try await run(first) == nil, "the second is newer")
    let redoneSecond = UndoStep.Change.version(3, replacing: 2)
    #expect(try await run(second) == .transcript(before, inverse: redoneSecond))
    let redoneFirst = UndoStep.Change.version(2, replacing: 1)
    #expect(try await run(first) == .transcript(.mock, inverse: redoneFirst))
    #expect(try await run(first) == nil)
    let versions = try await database.history.versions(of: Recording.mock.id)
    #expect(versions.map(\.restored) == [nil, nil, nil, 2, 1])
  }

  @Test("Undone edits are redone and undone again, in order, until the text changes")
  func redo() async throws {
    let first = try await edit("We agreed.", at: 1)
    let before = try #require(try await database.transcription(of: Recording.mock.id))
    let second = try await edit("We disagreed.", at: 2)
    let after = try #require(try await database.transcription(of: Recording.mock.id))
    _ = try await run(second)
    _ = try await run(first)
    let redoneFirst = first.inverse(.version(2, replacing: 1))
    let redoneSecond = second.inverse(.version(3, replacing: 2))
    #expect(try await run(redoneSecond) == nil, "the first is undone, too")
    let undoneFirst = UndoStep.Change.version(1, replacing: 2)
    #expect(try await run(redoneFirst) == .transcript(before, inverse: undoneFirst))
    let undoneSecond = UndoStep.Change.version(2, replacing: 3)
    #expect(try await run(redoneSecond) == .transcript(after, inverse: undoneSecond))
    let undone = try await run(second.inverse(undoneSecond))
    #expect(undone == .transcript(before, inverse: .version(3, replacing: 2)))
    _ = try await edit("We left.", at: 3)
    #expect(try await run(redoneSecond) == nil)
  }

  private func job(_ number: Int, at time: Double) -> TranscriptionJob {
    TranscriptionJob(
      id: TranscriptionJob.ID(UUID(100 + number)), recordingID: Recording.mock.id,
      createdAt: Date(timeIntervalSince1970: time), model: "base",
      settings: TranscriptionSettings(language: "de"))
  }

  private func cancel(_ job: TranscriptionJob) async throws -> UndoStep {
    try await database.jobs.enqueue(job: job)
    try await database.jobs.end(id: job.id, outcome: .cancelled)
    return UndoStep(.canceled(job), of: [.mock])
  }

  @Test("A canceled job waits again as it was, once, and not if the memo has a newer one")
  func canceled() async throws {
    let first = try await cancel(job(1, at: 1))
    let second = try await cancel(job(2, at: 2))
    #expect(try await run(second) == .queued)
    let waiting = try await database.jobs.list(page: .all)
    #expect(waiting.map(\.createdAt) == [job(2, at: 2).createdAt], "older than later edits")
    #expect(waiting.map(\.settings) == [job(2, at: 2).settings])
    #expect(waiting.map(\.model) == ["base"] && waiting.map(\.state) == [.queued])
    #expect(try await run(second) == nil, "it waits already")
    #expect(try await run(first) == nil, "the second is newer")
    #expect(try await database.jobs.list(page: .all) == waiting)
  }

  @Test("A canceled job is not undone after a newer one is done, or without its memo")
  func outdatedCancellation() async throws {
    let step = try await cancel(job(1, at: 1))
    let newer = job(2, at: 2)
    try await database.jobs.enqueue(job: newer)
    _ = try await database.jobs.claim(among: nil)
    try await database.jobs.end(
      id: newer.id,
      outcome: .done(
        TranscriptionSummary(engine: Transcription.mock.engine, model: "base"),
        at: Date(timeIntervalSince1970: 3)))
    #expect(try await run(step) == nil)
    _ = try await database.deletePermanently(ids: [Recording.mock.id])
    #expect(try await run(step) == nil)
  }

  @Test("Speakers are restored, unless the memo has another transcript")
  func speakers() async throws {
    let words = Transcription.mock.words.map { _ in Speaker.ID(0) as Speaker.ID? }
    try await database.editSpeakers(
      id: Transcription.mock.id, with: .replace([Speaker(id: Speaker.ID(0))], words: words))
    let restored = SpeakerEdit.replace([], words: words.map { _ in nil })
    let other = UndoStep(.speakers(Transcription.ID(UUID()), restored), of: [.mock])
    #expect(try await run(other) == nil)
    let named = try #require(try await database.transcription(of: Recording.mock.id))
    let step = UndoStep(.speakers(Transcription.mock.id, restored), of: [.mock])
    let redone = UndoStep.Change.speakers(
      Transcription.mock.id, .replace([Speaker(id: Speaker.ID(0))], words: words))
    #expect(try await run(step) == .transcript(.mock, inverse: redone))
    let undone = UndoStep.Change.speakers(Transcription.mock.id, restored)
    #expect(try await run(step.inverse(redone)) == .transcript(named, inverse: undone))
  }

  @Test("Memos in the trash can be restored, permanently deleted ones not")
  func deletions() async throws {
    let gone = Recording.preview(id: Recording.ID(UUID()))
    try await database.trash(ids: [Recording.mock.id], at: Date(timeIntervalSince1970: 0))
    #expect(
      try await run(UndoStep(.deleted([.mock, gone]), of: [.mock, gone])) == .memos([.mock]))
    #expect(try await run(UndoStep(.deleted([gone]), of: [gone])) == nil)
  }
}
