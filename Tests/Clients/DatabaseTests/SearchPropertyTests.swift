import DatabaseClient
import Foundation
import SharedModels
import Tagged
import TestLibraries
import Testing

/// Libraries made up at random, and searches of them: each kind of library gives the same answers, with
/// the same places, times and excerpts.
@Suite(.enabled(if: TestLibrary.live.count > 1, "there is only one kind of library here"))
struct SearchPropertyTests {
  @Test("Each kind of library finds the same", arguments: 1...24)
  func sameAnswers(seed: UInt64) async throws {
    var chance = Chance(seed: seed)
    var databases: [DatabaseClient] = []
    for kind in TestLibrary.live { databases.append(try await TestLibrary(kind).database) }
    let said = try await MadeUpLibrary(chance: chance).fill(databases)
    var foundCount = 0
    for _ in 1...60 {
      let query = MadeUpQuery.query(of: said, &chance)
      var answers: [Result<[SearchHit], DatabaseError>] = []
      for database in databases {
        do throws(DatabaseError) {
          answers.append(.success(try await Self.search(database, query)))
        } catch {
          answers.append(.failure(error))
        }
      }
      if case .success(let hits) = answers[0] { foundCount += hits.count }
      for other in answers.dropFirst() {
        #expect(other == answers[0], "seed \(seed): \(query.text.debugDescription), \(query)")
      }
    }
    #expect(foundCount >= 20, "what is looked for is there often enough")
  }

  private static func search(
    _ database: DatabaseClient, _ query: SearchQuery
  ) async throws(DatabaseError) -> [SearchHit] {
    do {
      return try await database.search(query: query)
    } catch let error as DatabaseError {
      throw error
    } catch {
      Issue.record(error)
      return []
    }
  }

  @Test("Words are counted alike in each kind of library", arguments: 101...108)
  func sameCounts(seed: UInt64) async throws {
    let chance = Chance(seed: seed)
    var statistics: [WordStatistics] = []
    for kind in TestLibrary.live {
      let database = try await TestLibrary(kind).database
      _ = try await MadeUpLibrary(chance: chance).fill([database])
      statistics.append(try await database.wordStatistics(mostFrequent: 40))
      #expect(try await database.integrityProblems() == [])
    }
    for other in statistics.dropFirst() { #expect(other == statistics[0]) }
    #expect(statistics[0].mostFrequent.count > 10)
  }
}

/// Random operations on a library, by seed.
struct MadeUpLibrary {
  private static let words = [
    "the", "The", "THE", "fox", "Fox,", "foxes", "a", "an", "and", "été", "ete", "ÉTÉ.",
    "e\u{301}te\u{301}",
    "naïve", "well-known", "state-of-the-art", "l'été", "10", "10,000", "3.5", "½", "ß", "straße",
    "STRASSE", "—", "-", "\"quoted\"", "New\u{a0}York", "York", "👍", "👍🏽!", "ﬁn",
    "İstanbul",
    "ısı", "Σίσυφος", "ΣΊΣΥΦΟΣ", "trans", "transcript", "transcription", "Transcribe", "don’t",
    "don't", "x\u{200d}y", "soft\u{ad}hyphen", "\u{2}", "", "tab\tbed", "Ängström", "ångström",
    "o\u{308}",
    "हिन्दी", "שָׁלוֹם", "مرحبا", "ill", "-disposed", "\\", "'", "a\"b", "%", "_", "budget",
    "Budget:", "BUDGET", "rose", "roses", "r", "ro",
  ]
  /// Words of scripts without spaces, split as engines split them, mixed with other words.
  private static let signs = [
    "会議", "会議室", "東京", "東", "京の", "の", "天気がいい。", "AI研究は", "2026年に", "２０２６年", "Café東京で", "ｶﾒﾗを",
    "カメラ", "か\u{3099}", "が", "我们", "明天", "明天开会讨论", "预算。", "สวัสดี", "งบประมาณ", "ที่", "ที่ประชุมคุย", "ที",
    "회의는", "회의", "㍿", "ﾊ\u{ff9e}", "東\u{a0}京", "会-議",
  ]
  /// Most memos are in one language.
  private static let vocabularies = [words, words, signs, words + signs]
  private static let names = ["Anna", "Ann", "anna berg", "Zoë", "100%", "Ben"]

  private var chance: Chance

  init(chance: Chance) {
    self.chance = chance
  }

  static func word(_ chance: inout Chance) -> String { chance.pick(words + signs) }

  private static func text(_ chance: inout Chance) -> String {
    let vocabulary = chance.pick(vocabularies)
    return (0..<8).map { _ in chance.pick(vocabulary) }.joined(separator: " ")
  }

  /// - Returns: The words of the memos, from which queries are made.
  func fill(_ databases: [DatabaseClient]) async throws -> [[String]] {
    var chance = chance
    var said: [[String]] = []
    for number in 1...12 as ClosedRange<UInt8> {
      let memo = memo(number, &chance)
      said.append(
        memo.transcription.words.map(\.text)
          + memo.recording.title.split(separator: " ").map(String.init))
      let change = chance.below(8)
      let text = Self.text(&chance)
      for database in databases {
        guard change > 0
        else {
          try await database.insert(recording: memo.recording, job: nil)
          continue
        }
        try await database.insertTranscribed(memos: [memo])
        switch change {
        case 1: try await database.trash(ids: [memo.recording.id], at: memo.recording.date)
        case 2:
          var renamed = memo.recording
          renamed.title = text
          try await database.update(recording: renamed)
        case 3, 4:
          if let edit = memo.transcription.edit(text: text, at: memo.recording.date) {
            try await database.editTranscription(id: memo.transcription.id, with: edit)
          }
        case 5:
          try await database.trash(ids: [memo.recording.id], at: memo.recording.date)
          try await database.restore(ids: [memo.recording.id])
        default: break
        }
      }
      if (2...4).contains(change) { said.append(text.split(separator: " ").map(String.init)) }
    }
    return said
  }

  private func memo(_ number: UInt8, _ chance: inout Chance) -> TranscribedMemo {
    var start = Duration.zero
    let vocabulary = chance.pick(Self.vocabularies)
    let speakers = (0..<chance.below(3)).map { index in
      Speaker(id: Speaker.ID(index), name: chance.below(4) > 0 ? chance.pick(Self.names) : nil)
    }
    let segments = (0..<chance.below(6)).map { _ in
      Segment(
        words: (0..<chance.below(14)).map { _ in
          defer { start += .milliseconds(chance.below(900)) }
          return Word(
            text: chance.pick(vocabulary), start: start, end: start + .milliseconds(100),
            confidence: 0.5,
            speaker: speakers.isEmpty || chance.below(5) == 0 ? nil : chance.pick(speakers).id)
        })
    }
    let recording = Recording.fixed(
      number,
      title: (0..<chance.below(4)).map { _ in chance.pick(vocabulary) }.joined(separator: " "),
      at: Double(chance.below(20)) * 1000)
    return TranscribedMemo(
      recording: recording,
      transcription: Transcription(
        id: Transcription.ID(.fixed(200 &+ number)), segments: segments, speakers: speakers))
  }
}

/// Typical searches.
enum MadeUpQuery {
  static func query(of said: [[String]], _ chance: inout Chance) -> SearchQuery {
    var parts = (0...max(0, chance.below(5) - 2)).map { _ in part(of: said, &chance) }
    if chance.below(6) == 0 {
      let name = chance.pick(["anna", "Ann", "zoe", "\"Anna Berg\"", "100", "nobody", "b"])
      parts.insert("speaker:\(name)", at: chance.below(parts.count + 1))
      if chance.below(3) == 0 { parts = ["speaker:\(name)"] }
    }
    var query = SearchQuery(parts.joined(separator: " "))
    if chance.below(4) == 0 { query.from = date(&chance) }
    if chance.below(4) == 0 { query.until = date(&chance) }
    if chance.below(3) == 0 { query.limit = 1 + chance.below(4) }
    if chance.below(3) == 0 { query.placeLimit = chance.below(3) }
    return query
  }

  private static func date(_ chance: inout Chance) -> Date {
    Date(timeIntervalSince1970: Double(chance.below(20)) * 1000)
  }

  /// Characters of several words, typed without spaces.
  private static func signs(of words: ArraySlice<String>, _ chance: inout Chance) -> String {
    let text = words.prefix(3).joined()
    let signs = text.dropFirst(chance.below(3)).prefix(1 + chance.below(6))
    return signs + (chance.below(4) == 0 ? "*" : "")
  }

  private static func part(of said: [[String]], _ chance: inout Chance) -> String {
    let words = chance.pick(said)
    guard !words.isEmpty
    else { return MadeUpLibrary.word(&chance) }
    let start = chance.below(words.count)
    let word = words[start]
    switch chance.below(10) {
    case 0...3: return word
    case 4: return chance.below(2) == 0 ? word.uppercased() : word.lowercased()
    case 5: return String(word.prefix(1 + chance.below(4))) + "*"
    case 6: return MadeUpLibrary.word(&chance)
    case 7: return signs(of: words[start...], &chance)
    default:
      var phrase = words[start..<min(words.count, start + 1 + chance.below(3))].joined(
        separator: " ")
      if chance.below(4) == 0 { phrase = String(phrase.dropLast(chance.below(3))) + "*" }
      // A quote that is never closed runs to the end.
      return "\"\(phrase)\(chance.below(8) == 0 ? "" : "\"")"
    }
  }
}

/// The same numbers for the same seed.
struct Chance: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9e37_79b9_7f4a_7c15
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<max(1, limit), using: &self) }

  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &self)]
  }
}
