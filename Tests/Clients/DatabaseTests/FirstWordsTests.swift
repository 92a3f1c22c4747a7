import DatabaseClient
import SharedModels
import TestLibraries
import Testing

struct FirstWordsTests {

  private func id(_ number: UInt8) -> Recording.ID { Recording.ID(.fixed(number)) }

  @Test(
    "First words are read for the requested memos, across short segments",
    arguments: TestLibrary.live)
  func read(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.addMemo(1, saying: "Yes.", "So it is,", "Zoë.")
    try await database.addMemo(2, saying: "Nobody asks.")
    try await database.insert(.fixed(3), nil)
    #expect(
      try await database.firstWords(of: [id(3), id(1), id(9)]) == [id(1): "Yes. So it is, Zoë."])
    #expect(try await database.firstWords(of: []) == [:])
  }

  @Test(
    "Only the beginning of long text is read, with edits",
    arguments: TestLibrary.live)
  func edited(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    let many = String(repeating: "many words ", count: 100)
    try await database.addMemo(1, saying: "\(many)end.", "More.")
    let transcription = try #require(try await database.transcription(of: id(1)))
    let edit = try #require(transcription.edit(text: "Few \(many)", at: Recording.mock.date))
    try await database.editTranscription(id: transcription.id, with: edit)
    let words = try #require(try await database.firstWords(of: [id(1)])[id(1)])
    #expect(words.hasPrefix("Few many words many"))
    #expect(words.count == DatabaseClient.firstWordsLength)
  }
}
