import DatabaseClient
import Foundation
import SharedModels
import TestLibraries
import Testing

struct EditTests {
  private let date = Date(timeIntervalSince1970: 9)

  /// The memo's transcript, and the change of its text.
  private func edit(
    _ text: String, in database: DatabaseClient
  ) async throws -> (transcription: Transcription, edit: TranscriptionEdit) {
    let transcription = try #require(
      try await database.transcription(of: Recording.ID(.fixed(1))))
    return (transcription, try #require(transcription.edit(text: text, at: date)))
  }

  @Test(
    "A changed text is kept with its times, found by search, and undone exactly",
    arguments: TestLibrary.live)
  func kept(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.addMemo(1, saying: "one two three.", "four five.")
    // Three syllables and two share a second: no whole milliseconds.
    let (before, edit) = try await edit("one elephant and three. four five.", in: database)
    try await database.editTranscription(id: before.id, with: edit)

    let after = try #require(try await database.transcription(of: Recording.ID(.fixed(1))))
    #expect(after.text == "one elephant and three. four five.")
    #expect(after.editedAt == date)
    #expect(after.words.last?.start == before.words.last?.start)
    let hits = try await database.search(query: SearchQuery("elephant"))
    #expect(hits.flatMap(\.places).map(\.wordIndex) == [1])
    #expect(try await database.search(query: SearchQuery("two")).isEmpty)
    let later = try await database.search(query: SearchQuery("five"))
    #expect(later.flatMap(\.places).map(\.wordIndex) == [5])

    try await database.editTranscription(id: before.id, with: edit.inverse)
    #expect(try await database.transcription(of: Recording.ID(.fixed(1))) == before)
    #expect(try await database.integrityProblems().isEmpty)
  }

  @Test(
    "A change that conflicts with another one is refused, names it, and changes nothing",
    arguments: TestLibrary.all)
  func conflict(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.addMemo(1, saying: "one two.", "three four.")
    let (transcription, first) = try await edit("one 2. three four.", in: database)
    let (_, second) = try await edit("one too. three four.", in: database)
    let (_, elsewhere) = try await edit("one two. three for.", in: database)
    try await database.editTranscription(id: transcription.id, with: first)
    let refusal = await #expect(throws: DatabaseError.self) {
      try await database.editTranscription(id: transcription.id, with: second)
    }
    #expect(
      refusal?.description
        == "the text of 'Memo' (edited, \(date.formatted(.iso8601))) has changed in the meantime, "
        + "so this change was not saved; review it and try again")
    try await database.editTranscription(id: transcription.id, with: elsewhere)
    let kept = try await database.transcription(of: Recording.ID(.fixed(1)))
    #expect(kept?.text == "one 2. three for.")
  }

  @Test("A missing transcript is reported without its id", arguments: TestLibrary.live)
  func gone(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.addMemo(1, saying: "one two.")
    let (_, edit) = try await edit("one.", in: database)
    let id = Transcription.ID(.fixed(99))
    await #expect(throws: DatabaseError.notFound("the transcript")) {
      try await database.editTranscription(id: id, with: edit)
    }
  }

  @Test("An edit at a position out of range changes nothing", arguments: TestLibrary.all)
  func positionOutOfRange(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.addMemo(1, saying: "one two.")
    let (before, fitting) = try await edit("one.", in: database)
    for position in [-1, 1, Int.max] {
      let edit = TranscriptionEdit(
        position: position, removed: fitting.removed, inserted: fitting.inserted,
        editedAtBefore: nil, editedAtAfter: date)
      await #expect(throws: DatabaseError.self, "\(position)") {
        try await database.editTranscription(id: before.id, with: edit)
      }
    }
    #expect(try await database.transcription(of: Recording.ID(.fixed(1))) == before)
  }
}
