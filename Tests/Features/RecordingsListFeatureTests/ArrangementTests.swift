import Foundation
import IdentifiedCollections
import SharedModels
import Testing

@testable import RecordingsListFeature

struct ArrangementTests {
  private let recordings: IdentifiedArrayOf<Recording> = [
    .memo(4, "Zoë's call", seconds: 90, tags: ["Work"]),
    .memo(3, "apples", seconds: 10, isFavorite: true),
    .memo(2, "Budget", seconds: 90, tags: ["work", "money"], isFavorite: true),
    .memo(1, "Apples", seconds: 5, tags: ["home"]),
  ]

  private func titles(_ arrangement: Arrangement) -> [String] {
    arrangement.rows(of: recordings).compactMap { recordings[id: $0]?.title }
  }

  @Test("Memos are sorted as requested; equal ones stay newest first")
  func orders() {
    #expect(titles(Arrangement()) == ["Zoë's call", "apples", "Budget", "Apples"])
    #expect(titles(Arrangement(order: .oldest)) == ["Apples", "Budget", "apples", "Zoë's call"])
    #expect(titles(Arrangement(order: .longest)) == ["Zoë's call", "Budget", "apples", "Apples"])
    #expect(titles(Arrangement(order: .title)) == ["apples", "Apples", "Budget", "Zoë's call"])
  }

  @Test(
    "A filter finds words of title and tags, in any case and without accents",
    arguments: [
      ("APPLES", ["apples", "Apples"]), ("zoe call", ["Zoë's call"]),
      ("work", ["Zoë's call", "Budget"]), ("#wo", ["Zoë's call", "Budget"]),
      ("#ork", []), ("#work bud", ["Budget"]), ("#\"wo\"", []),
      ("#\"wo", ["Zoë's call", "Budget"]),
      ("#\"WORK\" bud", ["Budget"]), ("\"apples", []),
      ("  ", ["Zoë's call", "apples", "Budget", "Apples"]),
      ("nothing", []),
    ])
  func filter(text: String, expected: [String]) {
    #expect(titles(Arrangement(filter: text)) == expected)
  }

  @Test("Titles sort correctly with long common prefixes and in any script")
  func sortedTitles() {
    let titles = [
      "", "zz", "a", "memoir", "Memo 10", "memo 10 again", "memo 9", "zz",
      "a title that is long, and longer", "A title that is long", "a title that is Long, or not",
      "\u{e9}clair", "会議", "Zoë", "übung 2", "U\u{308}bung 1", "Übung 3", "Uhr",
    ]
    let sorted = titles.sorted {
      $0.caseFolded.utf8.lexicographicallyPrecedes($1.caseFolded.utf8)
    }
    let found = titles.indices.map { SortedTitle(titles[$0], at: $0) }
      .sorted { $0.isBefore($1) { titles[$0] } }
    #expect(found.map { titles[$0.index] } == sorted)
    #expect(
      sorted.suffix(8) == [
        "Uhr", "U\u{308}bung 1", "übung 2", "Übung 3", "Zoë", "zz", "zz", "会議",
      ])
    let alike = found.map(\.index).filter { titles[$0] == "zz" }
    #expect(alike == alike.sorted())
  }

  @Test("Favorites alone, and with a filter")
  func favorites() {
    #expect(titles(Arrangement(favoritesOnly: true)) == ["apples", "Budget"])
    #expect(titles(Arrangement(favoritesOnly: true, filter: "bud")) == ["Budget"])
  }

  @Test("A query reports whether it may exclude memos")
  func isFiltering() {
    #expect(!Arrangement(order: .title, filter: " ").isFiltering)
    #expect(Arrangement(filter: "x").isFiltering)
    #expect(Arrangement(favoritesOnly: true).isFiltering)
  }
}

extension Recording {
  /// The memo of that number; the higher, the newer.
  static func memo(
    _ number: UInt8, _ title: String, seconds: Int = 10, tags: [String] = [],
    isFavorite: Bool = false
  ) -> Recording {
    var recording = Recording.preview(
      id: ID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number))), title: title,
      date: Date(timeIntervalSince1970: Double(number) * 1000), duration: .seconds(seconds))
    recording.tags = tags
    recording.isFavorite = isFavorite
    return recording
  }
}
