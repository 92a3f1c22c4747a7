import DatabaseClient
import Foundation
import SharedModels
import TestLibraries
import Testing

struct SearchTests {

  private func found(_ text: String, in database: DatabaseClient) async throws -> [UUID] {
    try await database.search(query: SearchQuery(text)).map(\.recording.id.rawValue)
  }

  @Test("A word is found with its time and the words around it", arguments: TestLibrary.live)
  func place(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
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

  @Test(
    "A compound that the engine split is one word in its excerpt",
    arguments: TestLibrary.live)
  func compound(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.addMemo(1, saying: "he was ill -disposed - all day at -5 degrees")
    let hits = try await database.search(query: SearchQuery("disposed"))
    let place = try #require(hits.first?.places.first)
    #expect(place.excerpt == "he was ill-disposed - all day at -5 degrees")
    let match = try #require(place.matches.first)
    #expect(Array(place.excerpt.utf8)[match].elementsEqual("-disposed".utf8))
  }

  @Test(
    "All words must occur; a phrase must stand together, across segments too",
    arguments: TestLibrary.live)
  func phrases(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.addMemo(1, saying: "the red fox", "jumps high")
    try await database.addMemo(2, saying: "the fox is red")
    #expect(try await found("red fox", in: database) == [.fixed(2), .fixed(1)])
    #expect(try await found("\"red fox\"", in: database) == [.fixed(1)])
    #expect(try await found("\"fox jumps\"", in: database) == [.fixed(1)])
    #expect(try await found("fox badger", in: database) == [])
  }

  @Test("A star matches every word with the prefix", arguments: TestLibrary.live)
  func prefixes(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.addMemo(1, saying: "transcription")
    #expect(try await found("trans*", in: database) == [.fixed(1)])
    #expect(try await found("trans", in: database) == [])
    #expect(try await found("\"transc*\"", in: database) == [.fixed(1)])
  }

  @Test(
    "Prefixes match alike with few or many words, also in combination",
    arguments: [3, 600], TestLibrary.live)
  func completions(count: Int, kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    let words = (0..<count).map { "Begin\(String($0, radix: 36))" }
    try await database.addMemo(1, saying: words.joined(separator: " "), "and more")
    try await database.addMemo(2, saying: "beginning MORE")
    try await database.addMemo(3, saying: "began begi")
    #expect(try await found("begin*", in: database) == [.fixed(2), .fixed(1)])
    #expect(try await found("BEGIN* more", in: database) == [.fixed(2), .fixed(1)])
    #expect(try await found("begin* and mor*", in: database) == [.fixed(1)])
    #expect(try await found("begin* began", in: database) == [])
    #expect(try await found("begi* nowhere*", in: database) == [])
    #expect(try await found("begin1*", in: database) == [.fixed(1)])
    let hits = try await database.search(query: SearchQuery("beginning*"))
    #expect(hits.flatMap(\.places).map(\.excerpt) == ["beginning MORE"])
  }

  @Test(
    "Prefixes that the index may spell differently are found, too", arguments: TestLibrary.live)
  func foldedBeginnings(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.addMemo(1, saying: "Éclair über straße")
    for text in ["écla*", "ecla*", "ÜBER*", "straß*", "eclair-über*"] {
      #expect(try await found(text, in: database) == [.fixed(1)], "\(text)")
    }
  }

  @Test("Accents and case do not matter, and titles are searched too", arguments: TestLibrary.live)
  func folding(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.addMemo(1, title: "Budget", saying: "un CAFÉ noir")
    #expect(try await found("cafe", in: database) == [.fixed(1)])
    let hits = try await database.search(query: SearchQuery("budget"))
    #expect(hits.map(\.places.count) == [0])
    var renamed = Recording.fixed(1)
    renamed.title = "Holiday"
    try await database.update(recording: renamed)
    #expect(try await found("budget", in: database) == [])
    #expect(try await found("holiday", in: database) == [.fixed(1)])
  }

  @Test(
    "Any input is searched as text, never a syntax error",
    arguments: [
      "AND", "fox OR", "NEAR(a b)", "title:fox", "-fox", "\"open", "(", "fo'x", "a\"b\"c",
      "a & b", "fox:*", "'fox'", "\\fox", "!fox", "fox | x", "<->",
    ], TestLibrary.live)
  func noSyntax(text: String, kind: TestLibrary.Kind) async throws {
    let database = try await TestLibrary(kind).database
    try await database.addMemo(1, saying: "fox")
    do {
      _ = try await database.search(query: SearchQuery(text))
    } catch let error as DatabaseError {
      #expect(error == .notSearchable(text))
    }
  }

  @Test(
    "An empty search is an error", arguments: ["", "  ", "\"\"", "--", "*"], TestLibrary.live)
  func nothing(text: String, kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    await #expect(throws: DatabaseError.notSearchable(text)) {
      _ = try await database.search(query: SearchQuery(text))
    }
  }

  @Test(
    "A span of dates is kept to: from its start on, before its end", arguments: TestLibrary.live)
  func dates(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    for number in 1...3 as ClosedRange<UInt8> { try await database.addMemo(number, saying: "fox") }
    let hits = try await database.search(
      query: SearchQuery(
        "fox", from: Date(timeIntervalSince1970: 2000), until: Date(timeIntervalSince1970: 3000)))
    #expect(hits.map(\.recording.id.rawValue) == [.fixed(2)])
    #expect(try await database.search(query: SearchQuery("fox", limit: 2)).count == 2)
  }

  @Test("A search is limited to the memos that match a filter", arguments: TestLibrary.live)
  func filter(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    for number in 1...3 as ClosedRange<UInt8> {
      try await database.addMemo(number, title: "Memo \(number)", saying: "fox")
    }
    try await database.addMemo(4, title: "Memo 4", saying: "狐 fox")
    try await database.addMemo(5, saidBy: [Speaker(id: 0, name: "Anna")])
    for number in 1...5 as ClosedRange<UInt8> {
      _ = try await database.modify(id: Recording.ID(.fixed(number))) {
        $0.tags = [2, 4, 5].contains(number) ? ["Work"] : []
        $0.isFavorite = number == 2
      }
    }
    let memo = try #require(try await database.recording(id: Recording.ID(.fixed(1))))
    let (duration, status) = (memo.duration, memo.transcription.status)
    let cases: [(RecordingFilter, [UInt8])] = [
      (RecordingFilter(tags: ["work"]), [4, 2]),
      (RecordingFilter(isFavorite: true), [2]),
      (RecordingFilter(isFavorite: false, tags: ["work"]), [4]),
      (RecordingFilter(tags: ["none"]), []),
      (RecordingFilter(statuses: [status, "failed"]), [4, 3, 2, 1]),
      (RecordingFilter(statuses: ["failed"]), []),
      (RecordingFilter(longer: duration), []),
      (RecordingFilter(longer: duration - .milliseconds(1)), [4, 3, 2, 1]),
      (RecordingFilter(shorter: duration), []),
      (RecordingFilter(titlePrefix: "memo 3"), [3]),
      (RecordingFilter(from: Date(timeIntervalSince1970: 3000), tags: ["work"]), [4]),
    ]
    for (filter, numbers) in cases {
      var query = SearchQuery("fox")
      query.filter = filter
      #expect(
        try await database.search(query: query).map(\.recording.id.rawValue)
          == numbers.map { .fixed($0) }, "\(filter)")
      query.limit = 1
      #expect(try await database.searchCount(query: query) == numbers.count, "\(filter)")
    }
    var query = SearchQuery("speaker:anna")
    query.filter.tags = ["work"]
    #expect(try await database.search(query: query).count == 1)
    query.filter.tags = ["none"]
    #expect(try await database.search(query: query).isEmpty)
  }

  @Test("The pages of a search have all its hits", arguments: TestLibrary.all)
  func pages(_ kind: TestLibrary.Kind) async throws {
    let database = try await TestLibrary(kind).database
    for number in 1...4 as ClosedRange<UInt8> {
      try await database.addMemo(
        number, title: "Memo \(number)", saying: number == 3 ? "天気 fox" : "the fox")
    }
    for number in [5, 6] as [UInt8] {
      try await database.addMemo(number, saidBy: [Speaker(id: 0, name: "Anna")])
    }
    for (text, numbers) in [
      ("fox", [4, 3, 2, 1]), ("fo*", [4, 3, 2, 1]), ("天気", [3]), ("speaker:anna", [6, 5]),
      ("word0 speaker:anna", [6, 5]),
    ] as [(String, [UInt8])] {
      var query = SearchQuery(text, limit: 1)
      var found: [Recording.ID] = []
      repeat {
        let hits = try await database.search(query: query)
        found += hits.map(\.recording.id)
        #expect(try await database.searchCount(query: query) == numbers.count, "\(text)")
        query.after = hits.last?.recording.id
      } while query.after != nil
      #expect(found.map(\.rawValue) == numbers.map { .fixed($0) }, "\(text)")
    }
    var query = SearchQuery("fox", from: Date(timeIntervalSince1970: 2000))
    query.after = Recording.ID(.fixed(3))
    #expect(
      try await database.search(query: query).map(\.recording.id) == [Recording.ID(.fixed(2))])
    query.after = Recording.ID(.fixed(1))
    #expect(try await database.search(query: query).isEmpty)
    query.after = Recording.ID(.fixed(99))
    let missing = query
    await #expect(throws: DatabaseError.self) { _ = try await database.search(query: missing) }
  }

  @Test("The count of a search ignores its limit and the trash", arguments: TestLibrary.live)
  func count(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    for number in 1...3 as ClosedRange<UInt8> {
      try await database.addMemo(number, title: "A fox \(number)", saying: "the red fox")
    }
    try await database.addMemo(4, title: "Fox", saying: "天気 red")
    try await database.addMemo(5, saying: "the fox is red")
    try await database.addMemo(6, saidBy: [Speaker(id: 0, name: "Anna")])
    try await database.addMemo(7, saying: "fox")
    try await database.trash(
      ids: [Recording.ID(.fixed(7))], at: Date(timeIntervalSince1970: 9))
    for (text, count) in [
      ("fox", 5), ("fo*", 5), ("red fox", 5), ("\"red fox\"", 3), ("天気", 1), ("badger", 0),
      ("speaker:anna", 1), ("word0 speaker:anna", 1), ("fox speaker:anna", 0),
    ] {
      let query = SearchQuery(text, limit: 2)
      #expect(try await database.search(query: query).count == min(2, count), "\(text)")
      #expect(try await database.searchCount(query: query) == count, "\(text)")
    }
    let late = SearchQuery("fox", from: Date(timeIntervalSince1970: 3000), limit: 1)
    #expect(try await database.searchCount(query: late) == 3)
    await #expect(throws: DatabaseError.notSearchable("?")) {
      _ = try await database.searchCount(query: SearchQuery("?"))
    }
  }

  @Test(
    "Hits that are close share an excerpt, distant ones have their own", arguments: TestLibrary.live
  )
  func excerpts(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    let filler = Array(repeating: "word", count: 30).joined(separator: " ")
    try await database.addMemo(1, saying: "fox and fox \(filler) fox")
    let places = try #require(try await database.search(query: SearchQuery("fox")).first).places
    #expect(places.map(\.matches.count) == [2, 1])
    #expect(places.map(\.wordIndex) == [0, 33])
    #expect(places.map(\.time) == [.zero, .milliseconds(16_500)])
  }

  @Test(
    "The time of each word is found in a transcript of many segments", arguments: TestLibrary.live)
  func times(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    let lines = (0..<100).map { "line\($0) one two" }
    try await database.addMemo(1, lines)
    for number in [0, 1, 49, 50, 98, 99] {
      let hits = try await database.search(query: SearchQuery("line\(number)"))
      #expect(hits.first?.places.map(\.time) == [.milliseconds(number * 1500)])
      #expect(hits.first?.places.map(\.wordIndex) == [number * 3])
    }
  }

  @Test("Each of many matches in a few segments has its time", arguments: TestLibrary.live)
  func manyMatches(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    let segment = Array(repeating: "fox", count: 1_000).joined(separator: " ")
    try await database.addMemo(1, saying: segment, "one", segment)
    try await database.addMemo(2, saying: "a fox")
    let hits = try await database.search(query: SearchQuery("fox", placeLimit: nil))
    #expect(hits.map(\.placeCount) == [1, 84])
    for place in hits.flatMap(\.places) {
      #expect(place.time == .milliseconds(place.wordIndex * 500))
    }
  }

  @Test(
    "A prefix with 300,000 matches in a memo is found, where quadratic time would be 39 s",
    arguments: TestLibrary.live)
  func countlessMatches(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    let endings = ["a", "bet", "orn", "in", "s", "onse", "a5"]
    let segment = (0..<1_000).map { "alph\(endings[$0 % endings.count])" }.joined(separator: " ")
    try await database.addMemo(1, Array(repeating: segment, count: 300))
    try await database.addMemo(2, saying: "alp haven")
    let hits = try await database.search(query: SearchQuery("alph*", placeLimit: nil))
    #expect(hits.map(\.recording.id.rawValue) == [.fixed(1)])
    let places = try #require(hits.first).places
    #expect(hits.first?.placeCount == places.count)
    #expect(places.flatMap(\.matches).count == 300_000)
    let wrong = places.count { $0.time != .milliseconds($0.wordIndex * 500) }
    #expect(wrong == 0)
    #expect(try await database.searchCount(query: SearchQuery("alph* alphs")) == 1)
  }

  @Test("Places beyond the limit are counted, not read", arguments: TestLibrary.live)
  func placeLimit(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    let filler = Array(repeating: "word", count: 30).joined(separator: " ")
    try await database.addMemo(1, saying: "fox \(filler) fox \(filler) fox")
    let hit = try #require(
      try await database.search(query: SearchQuery("fox", placeLimit: 2)).first)
    #expect(hit.places.map(\.wordIndex) == [0, 31])
    #expect(hit.placeCount == 3)
  }

  @Test(
    "Neither frequent nor endless words make an endless excerpt",
    arguments: TestLibrary.live)
  func excerptLength(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    let endless = String(repeating: "x", count: 5000)
    try await database.addMemo(
      1, saying: Array(repeating: "fox", count: 500).joined(separator: " ") + " \(endless)")
    let places = try #require(try await database.search(query: SearchQuery("fox")).first).places
    #expect(places.flatMap(\.matches).count == 500)
    #expect(places.allSatisfy { $0.excerpt.utf8.count < 300 })
    let long = try #require(
      try await database.search(query: SearchQuery(endless)).first?.places.first)
    #expect(long.excerpt.utf8.count < 300)
    let match = try #require(long.matches.first)
    #expect(String(decoding: Array(long.excerpt.utf8)[match], as: UTF8.self).hasSuffix("x…"))
  }

  @Test("A repeated word does not narrow the search", arguments: TestLibrary.live)
  func repeatedWords(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.addMemo(1, saying: "a fox")
    #expect(
      try await found(String(repeating: "a* ", count: 40_000) + "fox", in: database) == [.fixed(1)])
  }

  @Test(
    "More words than the index supports are refused, in phrases too",
    arguments: TestLibrary.live)
  func tooManyWords(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.addMemo(1, saying: "a fox")
    let words = (0...SearchQuery.wordLimit).map { "w\($0)" }.joined(separator: " ")
    for text in [words, "\"\(words)\""] {
      await #expect(throws: DatabaseError.tooManyWords(limit: SearchQuery.wordLimit)) {
        _ = try await database.search(query: SearchQuery(text))
      }
    }
  }
}
