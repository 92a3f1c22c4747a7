import DatabaseClient
import Foundation
import SharedModels
import Tagged
import TestLibraries
import Testing

/// The versions of a memo's text, and undoing.
struct HistoryTests {
  private let id = Recording.ID(.fixed(1))

  private func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

  private func transcript(
    of number: UInt8 = 1, in database: DatabaseClient
  ) async throws -> Transcription {
    try #require(try await database.transcription(of: Recording.ID(.fixed(number))))
  }

  private func edit(
    _ text: String, of number: UInt8 = 1, at seconds: Double, in database: DatabaseClient
  ) async throws {
    let transcription = try await transcript(of: number, in: database)
    let edit = try #require(transcription.edit(text: text, at: date(seconds)))
    try await database.editTranscription(id: transcription.id, with: edit)
  }

  private func transcribeAgain(
    saying text: String, job number: UInt8 = 150, at seconds: Double, in database: DatabaseClient
  ) async throws {
    try await database.jobs.enqueue(
      job: TranscriptionJob(
        id: TranscriptionJob.ID(.fixed(number)), recordingID: id, createdAt: date(seconds)))
    let job = try #require(try await database.jobs.claim(among: [id]))
    try await database.jobs.append(
      segments: [.spoken(text)], to: job.id, checkpoint: nil, progress: 1)
    try await database.jobs.end(
      id: job.id,
      outcome: .done(
        TranscriptionSummary(
          engine: TranscriptionEngine(name: "engine", version: "2"), model: "base"),
        at: date(seconds)))
  }

  private func undo(
    _ number: UInt8 = 1, at seconds: Double, in database: DatabaseClient
  ) async throws {
    let id = Recording.ID(.fixed(number))
    let versions = try await database.history.versions(of: id)
    try await database.history.restore(
      of: id, version: try #require(versions.undone).number,
      current: try #require(versions.current).number, at: date(seconds))
  }

  private let first = TextVersion.Author.engine(
    TranscriptionEngine(name: "engine", version: "1"), model: "tiny.en")

  @Test(
    "Every edit keeps the text before it, and each version can be restored days later, exactly",
    arguments: TestLibrary.all)
  func versions(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.addMemo(1, saying: "one two three.", "four five.", "six.")
    #expect(try await database.history.versions(of: id).map(\.author) == [first])
    var texts = [try await transcript(in: database)]
    // Syllables share times that are no whole milliseconds.
    for (number, text) in [
      "one elephant and three. four five. six.", "one elephant and three. six.", "Quite another.",
    ].enumerated() {
      try await edit(text, at: 10 + Double(number), in: database)
      texts.append(try await transcript(in: database))
    }

    for (index, expected) in texts.enumerated() {
      #expect(try await database.history.transcription(of: id, version: index + 1) == expected)
    }
    for (index, expected) in texts.enumerated() {
      try await database.history.restore(
        of: id, version: index + 1, current: 4 + index, at: date(86_400 * Double(1 + index)))
      #expect(try await transcript(in: database) == expected, "version \(index + 1)")
    }
    let versions = try await database.history.versions(of: id)
    #expect(versions.map(\.number) == Array(1...8))
    #expect(versions.map(\.author) == [first] + Array(repeating: .user, count: 7))
    let times: [TimeInterval] = [0, 10, 11, 12, 86_400, 172_800, 259_200, 345_600]
    #expect(versions.map(\.date) == times.map(date))
    #expect(versions.map(\.restored) == [nil, nil, nil, nil, 1, 2, 3, 4])
    #expect(versions.map(\.isCurrent) == Array(repeating: false, count: 7) + [true])
    #expect(versions.map(\.wordCount) == [6, 7, 5, 2, 6, 7, 5, 2])
    #expect(try await database.search(query: SearchQuery("elephant")).isEmpty)
    #expect(try await database.search(query: SearchQuery("another")).count == 1)
    #expect(try await database.integrityProblems() == [])
  }

  @Test("Undoing again goes back step by step, and never forth", arguments: TestLibrary.all)
  func stepByStep(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.addMemo(1, saying: "one.")
    try await edit("two.", at: 10, in: database)
    try await edit("three.", at: 20, in: database)
    for (index, text) in ["two.", "one."].enumerated() {
      try await undo(at: 30 + Double(index), in: database)
      #expect(try await transcript(in: database).text == text)
    }
    let versions = try await database.history.versions(of: id)
    #expect(versions.map(\.restored) == [nil, nil, nil, 2, 1])
    #expect(versions.undone == nil)
    try await database.history.restore(of: id, version: 3, current: 5, at: date(40))
    #expect(try await database.history.versions(of: id).undone?.number == 2)
  }

  @Test(
    "The app's undo, an inverse edit, is a version with the time at which it was made",
    arguments: TestLibrary.all)
  func inverse(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind, now: date(500))
    let database = library.database
    try await database.addMemo(1, saying: "one two.")
    let before = try await transcript(in: database)
    let edit = try #require(before.edit(text: "one too.", at: date(10)))
    try await database.editTranscription(id: before.id, with: edit)
    try await database.editTranscription(id: before.id, with: edit.inverse)
    #expect(try await transcript(in: database) == before)
    let versions = try await database.history.versions(of: id)
    #expect(versions.map(\.date) == [0, 10, 500].map(date))
    #expect(versions.map(\.author) == [first, .user, .user])
    try await undo(at: 600, in: database)
    #expect(try await transcript(in: database).text == "one too.")
  }

  @Test(
    "A new transcript keeps the edited text in the history, and undoing brings it back",
    arguments: TestLibrary.all)
  func transcribedAgain(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.addMemo(1, saying: "one two.")
    try await edit("one too.", at: 10, in: database)
    let edited = try await transcript(in: database)
    try await transcribeAgain(saying: "won two", at: 20, in: database)
    let second = TextVersion.Author.engine(
      TranscriptionEngine(name: "engine", version: "2"), model: "base")
    let versions = try await database.history.versions(of: id)
    #expect(versions.map(\.author) == [first, .user, second])
    #expect(versions.map(\.wordCount) == [2, 2, 2])
    #expect(versions.current?.number == 3)

    try await undo(at: 30, in: database)
    #expect(try await transcript(in: database) == edited)
    #expect(try await database.search(query: SearchQuery("too")).count == 1)
    #expect(try await database.search(query: SearchQuery("won")).isEmpty)
    try await undo(at: 40, in: database)
    #expect(try await transcript(in: database).text == "one two.")
    try await database.history.restore(of: id, version: 3, current: 5, at: date(50))
    #expect(try await transcript(in: database).text == "won two")
    #expect(try await database.integrityProblems() == [])
  }

  @Test(
    "An undo of a text that has changed in the meantime changes nothing",
    arguments: TestLibrary.all)
  func conflicts(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.addMemo(1, saying: "one.")
    try await edit("two.", at: 10, in: database)
    try await edit("three.", at: 20, in: database)
    let changed = "the text of 'Memo' (edited, \(date(20).formatted(.iso8601)))"
    await #expect(throws: DatabaseError.conflict(changed)) {
      try await database.history.restore(of: id, version: 1, current: 2, at: date(30))
    }
    for version in [-1, 0, 4, Int.max] {
      await #expect(throws: DatabaseError.notFound("version \(version) of the text")) {
        try await database.history.restore(of: id, version: version, current: 3, at: date(30))
      }
      await #expect(throws: DatabaseError.notFound("version \(version) of the text")) {
        _ = try await database.history.transcription(of: id, version: version)
      }
    }
    let missing = Recording.ID(.fixed(9))
    await #expect(throws: DatabaseError.notFound("memo \(missing.text)")) {
      _ = try await database.history.versions(of: missing)
    }
    #expect(try await transcript(in: database).text == "three.")
    #expect(try await database.history.versions(of: id).count == 3)
  }

  @Test(
    "The last edit is the newest that was not undone, of a memo outside the trash",
    arguments: TestLibrary.all)
  func lastEdit(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    for number in 1...3 as ClosedRange<UInt8> { try await database.addMemo(number, saying: "one.") }
    func last() async throws -> LastEdit? { try await database.history.lastEdit() }
    func edit(of number: UInt8, at seconds: Double) -> LastEdit {
      LastEdit(memo: Recording.ID(.fixed(number)), date: date(seconds))
    }
    #expect(try await last() == nil)
    try await self.edit("two.", of: 1, at: 10, in: database)
    try await self.edit("two.", of: 2, at: 20, in: database)
    try await self.edit("two.", of: 3, at: 30, in: database)
    try await self.edit("three.", of: 1, at: 40, in: database)
    #expect(try await last() == edit(of: 1, at: 40))
    try await undo(1, at: 50, in: database)
    #expect(try await last() == edit(of: 3, at: 30))
    try await database.trash(ids: [Recording.ID(.fixed(3))], at: date(60))
    #expect(try await last() == edit(of: 2, at: 20))
    try await undo(2, at: 70, in: database)
    #expect(try await last() == edit(of: 1, at: 10))
    try await undo(1, at: 80, in: database)
    #expect(try await last() == nil)
  }

  @Test(
    "A new transcript counts as the last edit where it replaced edited text, until it is undone",
    arguments: TestLibrary.all)
  func lastTranscript(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    for number in 1...2 as ClosedRange<UInt8> { try await database.addMemo(number, saying: "one.") }
    func last() async throws -> LastEdit? { try await database.history.lastEdit() }
    func edit(of number: UInt8, at seconds: Double) -> LastEdit {
      LastEdit(memo: Recording.ID(.fixed(number)), date: date(seconds))
    }
    try await transcribeAgain(saying: "won", job: 150, at: 10, in: database)
    #expect(try await last() == nil)
    try await self.edit("two.", of: 1, at: 20, in: database)
    try await self.edit("two.", of: 2, at: 30, in: database)
    for (job, seconds) in [(151, 40), (152, 50)] as [(UInt8, Double)] {
      try await transcribeAgain(saying: "won \(job)", job: job, at: seconds, in: database)
      #expect(try await last() == edit(of: 1, at: seconds))
    }
    let expected = [edit(of: 1, at: 40), edit(of: 2, at: 30), edit(of: 1, at: 20), nil]
    for (index, next) in expected.enumerated() {
      let memo: UInt8 = index == 2 ? 2 : 1
      try await undo(memo, at: 60 + Double(index), in: database)
      #expect(try await last() == next)
    }
    #expect(try await transcript(in: database).text == "won")
  }

  @Test("Versions are deleted with their memo", arguments: TestLibrary.all)
  func deleted(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.addMemo(1, saying: "one.")
    try await edit("two.", at: 10, in: database)
    try await database.trash(ids: [id], at: date(20))
    #expect(try await database.history.versions(of: id).count == 2)
    _ = try await database.deletePermanently(ids: [id])
    await #expect(throws: DatabaseError.notFound("memo \(id.text)")) {
      _ = try await database.history.versions(of: id)
    }
    #expect(try await database.integrityProblems() == [])
    try await database.addMemo(1, saying: "one.")
    #expect(try await database.history.versions(of: id).count == 1)
  }

  @Test(
    "A memo takes its versions to another library, which can undo there",
    arguments: TestLibrary.all, TestLibrary.all)
  func adopted(kind: TestLibrary.Kind, otherKind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let (database, otherLibrary) = (library.database, try await TestLibrary(otherKind))
    let other = otherLibrary.database
    try await database.addMemo(1, saying: "one two.", "three.")
    try await edit("one too. three.", at: 10, in: database)
    let edited = try await transcript(in: database)
    try await transcribeAgain(saying: "won two", at: 20, in: database)
    try await undo(at: 30, in: database)
    let memo = try #require(try await database.archive.memos(ids: [id]).first)
    #expect(try await other.archive.adopt(memos: [memo]) == [.added])
    let versions = try await database.history.versions(of: id)
    #expect(versions.count == 4)
    #expect(try await other.history.versions(of: id) == versions)
    #expect(try await transcript(in: other).segments == edited.segments)
    try await undo(at: 40, in: other)
    #expect(try await transcript(in: other).text == "one two. three.")
    try await other.history.restore(of: id, version: 3, current: 5, at: date(50))
    #expect(try await transcript(in: other).text == "won two")
  }

  @Test("A copy of a library has the versions", arguments: TestLibrary.live)
  func snapshot(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    try await database.addMemo(1, saying: "one.")
    try await edit("two.", at: 10, in: database)
    let file = folder.url.appending(component: "copy")
    try await database.archive.snapshot(to: file)
    let copy = database.archive.contents(of: file)
    #expect(try await copy.history.versions(of: id) == database.history.versions(of: id))
    #expect(try await copy.history.transcription(of: id, version: 1).text == "one.")
  }

  @Test(
    "A text that was changed without a version is one, and the ones before are not guessed",
    arguments: TestLibrary.all)
  func changedElsewhere(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let (database, changed) = (library.database, try await library.newLibrary().database)
    try await database.addMemo(1, saying: "one.")
    try await edit("two.", at: 10, in: database)
    var memo = try #require(try await database.archive.memos(ids: [id]).first)
    memo.transcriptions[0].segments = [.spoken("three.")]
    memo.transcriptions[0].editedAt = date(20)
    _ = try await changed.archive.adopt(memos: [memo])
    try await edit("four.", at: 30, in: changed)
    let versions = try await changed.history.versions(of: id)
    #expect(versions.map(\.date) == [0, 10, 20, 30].map(date))
    #expect(versions.map(\.wordCount) == [nil, nil, 1, 1])
    try await undo(at: 40, in: changed)
    #expect(try await transcript(in: changed).text == "three.")
    let error = await #expect(throws: DatabaseError.self) {
      try await changed.history.restore(of: id, version: 1, current: 5, at: date(50))
    }
    #expect(error?.description.contains("an older program has changed the text") == true)
    #expect(try await transcript(in: changed).text == "three.")
  }

  @Test(
    "A restored text has the speakers of today, and no speaker that is gone",
    arguments: TestLibrary.all)
  func speakers(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.addMemo(1, saying: "one two", "three")
    let transcription = try await transcript(in: database)
    try await database.editSpeakers(
      id: transcription.id,
      with: .replace([Speaker(id: 0), Speaker(id: 1), Speaker(id: 2)], words: [0, 1, 2]))
    try await edit("won too", at: 10, in: database)
    try await database.editSpeakers(
      id: transcription.id, with: .replace([Speaker(id: 4), Speaker(id: 5)], words: [5, 4]))
    try await undo(at: 20, in: database)
    let restored = try await transcript(in: database)
    #expect(restored.text == "one two three")
    #expect(restored.words.map(\.speaker) == [5, 4, 4])
    #expect(restored.speakers.map(\.id) == [4, 5])
  }
}
