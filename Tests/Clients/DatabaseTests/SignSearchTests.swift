import DatabaseClient
import Foundation
import SharedModels
import TestLibraries
import Testing

/// Search in scripts without spaces between words: consecutive characters are found, however the
/// text was split into words.
struct SignSearchTests {
  private func found(_ text: String, in library: DatabaseClient) async throws -> [UUID] {
    try await library.search(query: SearchQuery(text)).map(\.recording.id.rawValue)
  }

  private struct Language: CustomTestStringConvertible {
    let name: String
    /// The same text, cut into words in several ways.
    let cuts: [String]
    let isFound: [String]
    let isNot: [String]

    var testDescription: String { name }
  }

  private static let languages = [
    Language(
      name: "Japanese",
      cuts: [
        "東京 の 天気 が いい ので 散歩 しました", "東 京 の 天 気 が い い の で 散 歩 し ま し た",
        "東京の天気が いいので 散歩 しました", "東京の天気がいいので散歩しました",
      ],
      isFound: [
        "東", "東京", "京の", "天気", "東京の天気", "天気がいい", "東京の天気がいいので散歩しました",
        "\"東京の 天気\"", "散歩 東京", "天気*",
      ],
      isNot: ["京東", "東天", "天気がいいので東京", "散歩 大阪", "か", "東京の天気か"]),
    Language(
      name: "Chinese",
      cuts: ["我们 明天 开会 讨论 预算 。", "我 们明 天开 会讨 论预 算。", "我们明天开会讨论预算。"],
      isFound: ["预算", "会讨论", "明天开会讨论预算", "我们明天开会讨论预算", "\"明天开会 讨论\"", "我们 预算"],
      isNot: ["算预", "会议", "明天讨论"]),
    Language(
      name: "Thai",
      cuts: [
        "วันนี้ ที่ ประชุม คุย เรื่อง งบประมาณ", "วันนี้ที่ประชุมคุยเรื่องงบประมาณ", "วัน นี้ที่ ประ ชุมคุย เรื่องงบ ประมาณ",
      ],
      isFound: ["งบประมาณ", "ประมาณ", "ที่ประชุม", "เรื่องงบ", "วันนี้"],
      // Other vowels and tones are other words.
      isNot: ["ที", "ทีม", "เรือง", "งบประมาร"]),
    Language(
      name: "Khmer",
      cuts: ["ការប្រជុំ អំពី ថវិកា ថ្ងៃ នេះ", "ការប្រជុំអំពីថវិកាថ្ងៃនេះ", "ការ ប្រជុំអំពី ថវិកាថ្ងៃនេះ"],
      isFound: ["ថវិកា", "ប្រជុំ", "អំពីថវិកា", "ថ្ងៃនេះ"],
      isNot: ["ថវិការ", "ប្រជា", "នេះថ្ងៃ"]),
    Language(
      name: "Korean",
      cuts: ["회의는 내일 오전에 있습니다", "회의는 내일  오전에 있습니다"],
      // A word is found without the endings that are written with it.
      isFound: ["회의", "회의는", "내일", "오전", "\"내일 오전에\"", "회의 오전", "있습*"],
      isNot: ["회사", "의회", "\"오전 내일\""]),
  ]

  @Test(
    "CJK and Thai characters are found however the text was split, in every language",
    arguments: languages,
    TestLibrary.all)
  private func cuts(_ language: Language, kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind).database
    for (number, cut) in language.cuts.enumerated() {
      try await library.addMemo(UInt8(number + 1), saying: cut)
      let id = UUID.fixed(UInt8(number + 1))
      for text in language.isFound {
        #expect(try await found(text, in: library).contains(id), "\(text) in \(cut)")
      }
      for text in language.isNot {
        #expect(try await !found(text, in: library).contains(id), "\(text) in \(cut)")
      }
    }
  }

  @Test(
    "Mixed scripts and character variants are found",
    arguments: TestLibrary.all)
  func mixed(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind).database
    try await library.addMemo(1, saying: "AI研究は 2026年に 始まり、 Café東京で ｶﾒﾗを 見た")
    for text in [
      "AI研究", "ai", "研究", "AI 研究", "2026年", "2026", "年に始まり", "２０２６年", "ＡＩ研究", "cafe東京",
      "CAFÉ", "カメラ", "\"2026年に 始まり\"", "始まりCafé", "AI*", "研究は2026*",
    ] {
      #expect(try await found(text, in: library) == [.fixed(1)], "\(text)")
    }
    for text in ["026年", "A", "I研究", "cafe 大阪", "カメ2026"] {
      #expect(try await found(text, in: library) == [], "\(text)")
    }
  }

  @Test(
    "A character with a separate combining mark is the same character", arguments: TestLibrary.live)
  func marks(_ kind: TestLibrary.Kind) async throws {
    let database = try await TestLibrary(kind).database
    try await database.addMemo(1, saying: "AI研究は 見た")
    // As some file systems write it.
    #expect(try await found("か\u{3099}", in: database) == [])
    try await database.addMemo(2, saying: "これが いい")
    #expect(try await found("か\u{3099}", in: database) == [.fixed(2)])
  }

  @Test(
    "A hit is at the word in which it begins, and its excerpt has no spaces",
    arguments: TestLibrary.live)
  func places(_ kind: TestLibrary.Kind) async throws {
    let database = try await TestLibrary(kind).database
    try await database.addMemo(1, saying: "昨日は 雨", "東京 の 天気 が いい です")
    let hits = try await database.search(query: SearchQuery("の天"))
    let place = try #require(hits.first?.places.first)
    #expect(hits.map(\.placeCount) == [1])
    #expect(place.wordIndex == 3 && place.time == .milliseconds(1500))
    #expect(place.excerpt == "昨日は雨東京の天気がいいです")
    let match = try #require(place.matches.first)
    #expect(String(decoding: Array(place.excerpt.utf8)[match], as: UTF8.self) == "の天気")
    let all = try await database.search(query: SearchQuery("天気 AND"))
    #expect(all.isEmpty, "a word that is not said")
  }

  @Test(
    "Titles are searched, and a memo matches by its title and text together",
    arguments: TestLibrary.all)
  func titles(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind).database
    try await library.addMemo(1, title: "東京出張2026年", saying: "plain words and a budget")
    try await library.addMemo(2, title: "Plain", saying: "予算 会議")
    #expect(try await found("出張", in: library) == [.fixed(1)])
    #expect(try await found("出張 budget", in: library) == [.fixed(1)])
    #expect(try await found("plain 会議", in: library) == [.fixed(2)])
    #expect(Set(try await found("plain", in: library)) == [.fixed(1), .fixed(2)])
    let hit = try #require(try await library.search(query: SearchQuery("張2026")).first)
    #expect(hit.places.isEmpty)
    var renamed = hit.recording
    renamed.title = "Trip"
    try await library.update(recording: renamed)
    #expect(try await found("出張", in: library) == [])
    #expect(try await found("trip budget", in: library) == [.fixed(1)])
    renamed.title = "大阪"
    try await library.update(recording: renamed)
    #expect(try await found("大阪 budget", in: library) == [.fixed(1)])
  }

  @Test(
    "Memos with and without CJK text share one order and limit",
    arguments: TestLibrary.live)
  func order(_ kind: TestLibrary.Kind) async throws {
    let database = try await TestLibrary(kind).database
    for number in 1...6 as ClosedRange<UInt8> {
      try await database.addMemo(
        number, saying: number.isMultiple(of: 2) ? "budget 予算" : "the budget")
    }
    #expect(try await found("budget", in: database) == [6, 5, 4, 3, 2, 1].map(UUID.fixed))
    let some = try await database.search(query: SearchQuery("budget", limit: 3))
    #expect(some.map(\.recording.id.rawValue) == [6, 5, 4].map(UUID.fixed))
    let dated = try await database.search(
      query: SearchQuery(
        "budget", from: Date(timeIntervalSince1970: 2000), until: Date(timeIntervalSince1970: 5000))
    )
    #expect(dated.map(\.recording.id.rawValue) == [4, 3, 2].map(UUID.fixed))
  }

  @Test(
    "Edits, deletions and speakers are searched",
    arguments: TestLibrary.live)
  func changes(_ kind: TestLibrary.Kind) async throws {
    let database = try await TestLibrary(kind).database
    try await database.addMemo(1, saying: "東京 の 天気", "いい です ね")
    let before = try #require(try await database.transcription(of: Recording.ID(.fixed(1))))
    try await database.editSpeakers(
      id: before.id,
      with: .replace(
        [Speaker(id: 0, name: "Anna"), Speaker(id: 1, name: "Ben")], words: [0, 0, 0, 1, 1, 1]))
    #expect(try await found("speaker:anna 天気", in: database) == [.fixed(1)])
    #expect(try await found("speaker:ben 天気", in: database) == [])
    let spoken = try #require(try await database.transcription(of: Recording.ID(.fixed(1))))
    let edit = try #require(
      spoken.edit(text: "大阪の天気 いいですね", at: Date(timeIntervalSince1970: 1)))
    try await database.editTranscription(id: before.id, with: edit)
    #expect(try await found("東京", in: database) == [])
    #expect(try await found("大阪の天気", in: database) == [.fixed(1)])
    let plain = try #require(
      try await database.transcription(of: Recording.ID(.fixed(1)))?
        .edit(text: "plain words", at: Date(timeIntervalSince1970: 2)))
    try await database.editTranscription(id: before.id, with: plain)
    #expect(try await found("天気", in: database) == [])
    #expect(try await found("plain", in: database) == [.fixed(1)])
    try await database.addMemo(2, saying: "東京")
    try await database.trash(ids: [Recording.ID(.fixed(2))], at: Date(timeIntervalSince1970: 3))
    #expect(try await found("東京", in: database) == [])
    #expect(try await database.deletePermanently(ids: [Recording.ID(.fixed(2))]).count == 1)
    try await database.addMemo(3, saying: "京都")
    #expect(try await found("京", in: database) == [.fixed(3)])
    #expect(try await database.integrityProblems() == [])
  }

  @Test(
    "A long sentence is one phrase, and an endless one is refused",
    arguments: TestLibrary.all)
  func long(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind).database
    let sentence = (0..<500).map { String(UnicodeScalar(0x4E00 + $0 * 7) ?? " ") }.joined()
    try await library.addMemo(1, saying: "始め \(sentence) 終わり")
    #expect(try await found(sentence, in: library) == [.fixed(1)])
    #expect(try await found(String(sentence.dropFirst(400)) + "終", in: library) == [.fixed(1)])
    #expect(try await found(String(sentence.dropLast()) + "違", in: library) == [])
    await #expect(throws: DatabaseError.tooManyWords(limit: SearchQuery.wordLimit)) {
      _ = try await found(sentence + sentence + sentence, in: library)
    }
  }
}
