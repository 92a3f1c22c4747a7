import DatabaseClient
import DatabaseClientLive
import Foundation
import SharedModels
import Testing

struct SearchTests {
  private let folder: TemporaryFolder
  private let database: DatabaseClient

  init() throws {
    folder = try TemporaryFolder()
    database = .live(at: folder.database)
  }

  private func found(_ text: String) async throws -> [UUID] {
    try await database.search(query: SearchQuery(text)).map(\.recording.id.rawValue)
  }

  @Test("A word is found with its time and the words around it")
  func place() async throws {
    try await database.addMemo(
      1, saying: "one two three four five six seven eight", "nine TEN, eleven twelve")
    let hits = try await database.search(query: SearchQuery("ten"))
    let place = try #require(hits.first?.places.first)
    #expect(hits.count == 1 && hits[0].places.count == 1)
    #expect(place.wordIndex == 9)
    #expect(place.time == .milliseconds(4500))
    #expect(place.excerpt == "… four five six seven eight nine TEN, eleven twelve")
    let match = try #require(place.matches.first)
    #expect(Array(place.excerpt.utf8)[match].elementsEqual("TEN,".utf8))
  }

  @Test("All words must occur; a phrase must stand together, across segments too")
  func phrases() async throws {
    try await database.addMemo(1, saying: "the red fox", "jumps high")
    try await database.addMemo(2, saying: "the fox is red")
    #expect(try await found("red fox") == [.fixed(2), .fixed(1)])
    #expect(try await found("\"red fox\"") == [.fixed(1)])
    #expect(try await found("\"fox jumps\"") == [.fixed(1)])
    #expect(try await found("fox badger") == [])
  }

  @Test("A star finds every word that begins so")
  func prefixes() async throws {
    try await database.addMemo(1, saying: "transcription")
    #expect(try await found("trans*") == [.fixed(1)])
    #expect(try await found("trans") == [])
    #expect(try await found("\"transc*\"") == [.fixed(1)])
  }

  @Test("Accents and case do not matter, and titles are searched too")
  func folding() async throws {
    try await database.addMemo(1, title: "Budget", saying: "un CAFÉ noir")
    #expect(try await found("cafe") == [.fixed(1)])
    let hits = try await database.search(query: SearchQuery("budget"))
    #expect(hits.map(\.places.count) == [0])
    var renamed = Recording.fixed(1)
    renamed.title = "Holiday"
    try await database.update(recording: renamed)
    #expect(try await found("budget") == [])
    #expect(try await found("holiday") == [.fixed(1)])
  }

  @Test(
    "Whatever is typed is text, never a syntax error",
    arguments: [
      "AND", "fox OR", "NEAR(a b)", "title:fox", "-fox", "\"open", "(", "fo'x", "a\"b\"c",
    ])
  func noSyntax(text: String) async throws {
    try await database.addMemo(1, saying: "fox")
    do {
      _ = try await database.search(query: SearchQuery(text))
    } catch let error as DatabaseError {
      #expect(error == .notSearchable(text))
    }
  }

  @Test("Nothing to search for is said so", arguments: ["", "  ", "\"\"", "--", "*"])
  func nothing(text: String) async {
    await #expect(throws: DatabaseError.notSearchable(text)) {
      _ = try await database.search(query: SearchQuery(text))
    }
  }

  @Test("A span of dates is kept to: from its start on, before its end")
  func dates() async throws {
    for number in 1...3 as ClosedRange<UInt8> { try await database.addMemo(number, saying: "fox") }
    let hits = try await database.search(
      query: SearchQuery(
        "fox", from: Date(timeIntervalSince1970: 2000), until: Date(timeIntervalSince1970: 3000)))
    #expect(hits.map(\.recording.id.rawValue) == [.fixed(2)])
    #expect(try await database.search(query: SearchQuery("fox", limit: 2)).count == 2)
  }

  @Test("Hits that are close share an excerpt, distant ones have their own")
  func excerpts() async throws {
    let filler = Array(repeating: "word", count: 30).joined(separator: " ")
    try await database.addMemo(1, saying: "fox and fox \(filler) fox")
    let places = try #require(try await database.search(query: SearchQuery("fox")).first).places
    #expect(places.map(\.matches.count) == [2, 1])
    #expect(places.map(\.wordIndex) == [0, 33])
    #expect(places.map(\.time) == [.zero, .milliseconds(16_500)])
  }
}
