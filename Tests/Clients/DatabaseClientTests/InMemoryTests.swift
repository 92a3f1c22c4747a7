import DatabaseClient
import Dependencies
import Foundation
import SharedModels
import Testing

struct InMemoryTests {
  private let database = DatabaseClient.inMemory([
    TranscribedMemo(recording: .mock, transcription: .mock)
  ])

  @Test("The library in memory finds words with their times")
  func search() async throws {
    let hits = try await database.search(query: SearchQuery("budget"))
    #expect(hits.map(\.recording) == [.mock])
    #expect(hits[0].places.map(\.wordIndex) == [4])
    #expect(hits[0].places.map(\.time) == [.milliseconds(1400)])
    #expect(try await database.searchCount(query: SearchQuery("budget", limit: 0)) == 1)
    var favorites = SearchQuery("budget")
    favorites.filter.isFavorite = !Recording.mock.isFavorite
    #expect(try await database.search(query: favorites).isEmpty)
    #expect(try await database.searchCount(query: favorites) == 0)
    await #expect(throws: DatabaseError.notSearchable("?")) {
      _ = try await database.search(query: SearchQuery("?"))
    }
  }

  @Test("The library in memory keeps the promises of the trash")
  func trash() async throws {
    let date = Date(timeIntervalSince1970: 5)
    try await database.trash(ids: [Recording.mock.id], at: date)
    #expect(try await database.recordings(matching: RecordingQuery()).isEmpty)
    #expect(
      try await database.recordings(matching: RecordingQuery(place: .trash)).map(\.trashedAt)
        == [date])
    try await database.restore(ids: [Recording.mock.id])
    #expect(try await database.recordings(matching: RecordingQuery()) == [.mock])
    #expect(
      try await database.deletePermanently(ids: [Recording.mock.id]) == [], "it is not in the trash"
    )
    try await database.trash(ids: [Recording.mock.id], at: date)
    #expect(
      try await database.deletePermanently(ids: [Recording.mock.id]).map(\.id) == [
        Recording.mock.id
      ])
    #expect(try await database.transcription(of: Recording.mock.id) == nil)
  }

  @Test("A trashed memo is not restored if the library has the same audio")
  func restoreTwin() async throws {
    try await database.trash(ids: [Recording.mock.id], at: Date(timeIntervalSince1970: 5))
    var twin = Recording.preview(id: Recording.ID(UUID(7)))
    twin.audio.sha256 = Recording.mock.audio.sha256
    try await database.insert(twin, nil)
    await #expect(throws: DatabaseError.alreadyExists(sha256: twin.audio.sha256)) {
      try await database.restore(ids: [Recording.mock.id])
    }
    #expect(try await database.recordings(matching: RecordingQuery()) == [twin])
  }

  @Test("The in-memory library returns speaking times of named speakers")
  func speakers() async throws {
    let transcription = try #require(try await database.transcription(of: Recording.mock.id))
    let words = transcription.words.indices.map { _ in Speaker.ID(0) }
    try await database.editSpeakers(
      id: transcription.id, with: .replace([Speaker(id: 0, name: "Anna")], words: words))
    let times = try await database.transcription(of: Recording.mock.id)?.speakingTimes
    #expect(
      try await database.wordStatistics(mostFrequent: 0).speakers
        == [.init("Anna", duration: try #require(times?[0]))])
  }

  @Test("The in-memory library counts words without the trash and stop words")
  func words() async throws {
    #expect(
      try await database.wordStatistics(mostFrequent: 2)
        == WordStatistics(
          mostFrequent: [.init("agreed", count: 1), .init("budget", count: 1)],
          counts: [Recording.mock.id: 9]))
    try await database.trash(ids: [Recording.mock.id], at: Date(timeIntervalSince1970: 5))
    #expect(try await database.wordStatistics(mostFrequent: 2) == WordStatistics())
  }

  @Test("The in-memory library returns a memo's first words in one line")
  func firstWords() async throws {
    let other = Recording.preview(id: Recording.ID(UUID(7)))
    try await database.insert(other, nil)
    #expect(
      try await database.firstWords(of: [other.id, Recording.mock.id])
        == [Recording.mock.id: "We agreed on the budget. Please send it tomorrow."])
    #expect(
      DatabaseClient.firstWords(["One\n line", "", String(repeating: "x", count: 500)]).count == 200
    )
    #expect(DatabaseClient.firstWords(["One\n line", "and two"]) == "One line and two")
  }

  @Test("A change of a transcript in memory is kept, once")
  func edit() async throws {
    let edit = try #require(
      Transcription.mock.edit(text: "We agreed.", at: Date(timeIntervalSince1970: 5)))
    try await database.editTranscription(id: Transcription.mock.id, with: edit)
    #expect(try await database.transcription(of: Recording.mock.id)?.text == "We agreed.")
    await #expect(throws: DatabaseError.self) {
      try await database.editTranscription(id: Transcription.mock.id, with: edit)
    }
    await #expect(throws: DatabaseError.self) {
      try await database.editTranscription(id: Transcription.ID(UUID(9)), with: edit)
    }
  }

  @Test("A job in memory becomes a transcript")
  func job() async throws {
    let id = TranscriptionJob.ID(UUID(1))
    try await database.jobs.enqueue(
      job: TranscriptionJob(id: id, recordingID: Recording.mock.id, createdAt: .distantPast))
    #expect(try await database.jobs.claim(among: [])?.id == nil)
    #expect(try await database.jobs.claim(among: nil)?.id == id)
    #expect(try await database.jobs.claim(among: nil) == nil)
    let segments = Transcription.mock.segments
    let checkpoint = TranscriptionCheckpoint(maker: "e 1", start: .zero, state: "1")
    try await database.jobs.append(
      segments: [segments[0]], to: id, checkpoint: checkpoint, progress: 0.5)
    try await database.jobs.end(id: id, outcome: .interrupted)
    let again = try await database.jobs.claim(among: nil)
    #expect(again?.transcribedUntil == segments[0].end && again?.checkpoint == checkpoint)
    try await database.jobs.append(segments: [segments[1]], to: id, checkpoint: nil, progress: 1)
    try await database.jobs.end(
      id: id,
      outcome: .done(
        TranscriptionSummary(
          engine: TranscriptionEngine(name: "e", version: "1"), language: "en", model: "m"),
        at: .distantPast))
    #expect(try await database.transcription(of: Recording.mock.id)?.segments == segments)
    #expect(try await database.jobs.list() == [])
  }

  @Test("In-memory jobs have partial results, and completed ones are listed")
  func finished() async throws {
    let id = TranscriptionJob.ID(UUID(1))
    try await database.jobs.enqueue(
      job: TranscriptionJob(id: id, recordingID: Recording.mock.id, createdAt: .distantPast))
    _ = try await database.jobs.claim(among: nil)
    let segments = Transcription.mock.segments
    try await database.jobs.append(segments: segments, to: id, checkpoint: nil, progress: 1)
    #expect(try await database.jobs.keptSegments(of: id, after: 0) == segments)
    #expect(try await database.jobs.keptSegments(of: id, after: 1) == [segments[1]])
    #expect(try await database.jobs.finished(since: .distantPast) == [])
    let date = Date(timeIntervalSince1970: 10)
    try await database.jobs.end(id: id, outcome: done(at: date))
    let finished = try await database.jobs.finished(since: date)
    #expect(finished.map(\.id) == [id] && finished.map(\.endedAt) == [date])
    #expect(try await database.jobs.finished(since: date + 1) == [])
  }

  @Test("In memory, text edited since the request is not replaced")
  func edited() async throws {
    let id = TranscriptionJob.ID(UUID(1))
    try await database.jobs.enqueue(
      job: TranscriptionJob(
        id: id, recordingID: Recording.mock.id, createdAt: Date(timeIntervalSince1970: 1)))
    _ = try await database.jobs.claim(among: nil)
    try await database.editTranscription(
      id: Transcription.mock.id,
      with: TranscriptionEdit(
        position: 1, removed: [Transcription.mock.segments[1]], inserted: [],
        editedAtBefore: nil, editedAtAfter: Date(timeIntervalSince1970: 2)))
    await #expect(throws: DatabaseError.conflict("the text")) {
      try await database.jobs.end(id: id, outcome: done(at: Date(timeIntervalSince1970: 3)))
    }
    #expect(try await database.transcription(of: Recording.mock.id)?.segments.count == 1)
  }

  private func done(at date: Date) -> TranscriptionJob.Outcome {
    .done(
      TranscriptionSummary(
        engine: TranscriptionEngine(name: "e", version: "1"), language: "en", model: "m"), at: date)
  }

  @Test("Without an override a test that reads the database fails")
  func unimplemented() async {
    await withKnownIssue {
      @Dependency(\.database) var database
      _ = try await database.jobs.list()
    }
  }
}
