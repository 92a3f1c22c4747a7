import DatabaseClient
import Foundation
import SharedModels
import TestLibraries
import Testing

struct WordStatisticsTests {

  private func id(_ number: UInt8) -> Recording.ID { Recording.ID(.fixed(number)) }

  @Test("An empty or new library has no words", arguments: TestLibrary.live)
  func empty(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    #expect(try await database.wordStatistics(mostFrequent: 5) == WordStatistics())
  }

  @Test(
    "Each memo's words are counted across its segments, if it has a transcript",
    arguments: TestLibrary.live)
  func counts(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.addMemo(1, saying: "one two three", "four")
    try await database.addMemo(2, saying: "it's well-known")
    try await database.addMemo(3)
    try await database.insert(recording: .fixed(4), job: .fixed(4))
    #expect(
      try await database.wordStatistics(mostFrequent: 0).counts == [id(1): 4, id(2): 2, id(3): 0])
  }

  @Test(
    "The most frequent words come first, without stop words and titles",
    arguments: TestLibrary.live)
  func mostFrequent(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.addMemo(1, title: "garden garden garden", saying: "the budget and the rose")
    try await database.addMemo(2, saying: "Budget, the rose.", "a BUDGET of 2026 2026 2026 2026")
    let words = try await database.wordStatistics(mostFrequent: 3).mostFrequent
    #expect(words == [.init("budget", count: 3), .init("rose", count: 2)])
    #expect(
      try await database.wordStatistics(mostFrequent: 1).mostFrequent.map(\.word) == ["budget"])
  }

  @Test("A word is written as it mostly is, accents and all", arguments: TestLibrary.live)
  func spelling(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.addMemo(1, saying: "Zoë said Zoë knows für", "für für Apples apples")
    #expect(
      try await database.wordStatistics(mostFrequent: 9).mostFrequent
        == [
          .init("für", count: 3), .init("apples", count: 2), .init("Zoë", count: 2),
          .init("knows", count: 1),
        ])
  }

  @Test(
    "The trash is excluded, and included again when restored", arguments: TestLibrary.live)
  func trash(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.addMemo(1, saying: "budget budget roses")
    try await database.addMemo(2, saying: "budget tulips")
    try await database.trash(ids: [id(1)], at: Date(timeIntervalSince1970: 5))
    let statistics = try await database.wordStatistics(mostFrequent: 9)
    #expect(statistics.mostFrequent == [.init("budget", count: 1), .init("tulips", count: 1)])
    #expect(statistics.counts == [id(2): 2])
    try await database.restore(ids: [id(1)])
    #expect(try await database.wordStatistics(mostFrequent: 1).mostFrequent.map(\.count) == [3])
    try await database.trash(ids: [id(1)], at: Date(timeIntervalSince1970: 5))
    _ = try await database.deletePermanently(ids: [id(1)])
    #expect(try await database.wordStatistics(mostFrequent: 1).mostFrequent.map(\.count) == [1])
  }

  @Test("Edited text is counted in its current form", arguments: TestLibrary.live)
  func edited(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.addMemo(1, saying: "bugdet bugdet roses")
    let transcription = try #require(try await database.transcription(of: id(1)))
    let edit = TranscriptionEdit(
      position: 0, removed: transcription.segments,
      inserted: [.spoken("budget roses")], editedAtBefore: nil,
      editedAtAfter: Date(timeIntervalSince1970: 9))
    try await database.editTranscription(id: transcription.id, with: edit)
    let statistics = try await database.wordStatistics(mostFrequent: 9)
    #expect(statistics.counts == [id(1): 2])
    #expect(statistics.mostFrequent.map(\.word) == ["budget", "roses"])
  }

  @Test(
    "Named speakers are counted over all memos, without the trash",
    arguments: TestLibrary.live)
  func speakers(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    var expected = Duration.zero
    for number: UInt8 in 1...3 {
      try await database.addMemo(number, saying: "roses are red and so on")
      let transcription = try #require(try await database.transcription(of: id(number)))
      let speakers: [Speaker] = [Speaker(id: 0, name: "Anna"), Speaker(id: 1)]
      let words = transcription.words.indices.map { Speaker.ID($0 < 3 ? 0 : 1) }
      try await database.editSpeakers(id: transcription.id, with: .replace(speakers, words: words))
      let spoken = try await database.transcription(of: id(number))?.speakingTimes[0]
      if number < 3 { expected += try #require(spoken) }
    }
    try await database.trash(ids: [id(3)], at: Date(timeIntervalSince1970: 5))
    #expect(expected > .zero)
    #expect(
      try await database.wordStatistics(mostFrequent: 0).speakers
        == [.init("Anna", duration: expected)])
  }

  @Test(
    "Words of scripts without spaces and words with quotes are returned whole",
    arguments: TestLibrary.live)
  func scripts(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.addMemo(1, saying: "会議 会議 \"quoted\" l'été l'été l'été")
    #expect(
      try await database.wordStatistics(mostFrequent: 9).mostFrequent
        == [.init("été", count: 3), .init("会議", count: 2), .init("quoted", count: 1)])
  }

  @Test(
    "Counting neither blocks writers nor sees partial writes",
    arguments: TestLibrary.live)
  func together(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.addMemo(1, saying: "budget")
    async let statistics = database.wordStatistics(mostFrequent: 1)
    for number in UInt8(2)...20 { try await database.addMemo(number, saying: "budget") }
    let found = try await statistics
    #expect(found.mostFrequent.first?.count == found.counts.count)
  }
}
