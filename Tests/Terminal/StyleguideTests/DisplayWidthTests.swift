import Styleguide
import Testing

struct DisplayWidthTests {
  @Test(
    "A character takes the columns that terminals give it",
    arguments: [
      ("a", 1), ("é", 1), ("e\u{301}", 1), ("中", 2), ("ｱ", 1), ("ア", 2), ("한", 2),
      ("\u{1112}\u{1161}\u{11ab}", 2), ("Ａ", 2), ("👍", 2), ("👍🏽", 2), ("👨‍👩‍👧", 2), ("🇩🇪", 2),
      ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2), ("❤", 1), ("❤️", 2), ("1️⃣", 2), ("☃", 1), ("⌚", 2), ("─", 1), ("█", 1), ("α", 1),
      ("я", 1), ("\u{200b}", 0), ("\u{200d}", 0), ("\u{301}", 0), ("\u{feff}", 0), ("\u{202e}", 0),
      ("\u{7}", 0), ("\r\n", 0), ("ก\u{e33}", 2), ("नि", 2), ("〽", 2), ("𠀋", 2), ("𝒳", 1),
    ] as [(Character, Int)])
  func columns(character: Character, columns: Int) {
    #expect(character.columns == columns)
  }

  @Test("A text takes the sum of its characters")
  func text() {
    #expect("plain text".columns == 10)
    #expect("日本 e\u{301}👨‍👩‍👧".columns == 8)
    #expect("".columns == 0)
    #expect("abc日本"[...].dropFirst(2).columns == 5)
  }

  @Test("Every scalar takes 0, 1 or 2 columns, and most marks none")
  func scalars() {
    var counts = [0, 0, 0]
    for value in UInt32(0)...0x10ffff {
      guard let scalar = Unicode.Scalar(value)
      else { continue }
      counts[scalar.columns] += 1
      if scalar.properties.generalCategory == .nonspacingMark { #expect(scalar.columns == 0) }
    }
    // Nearly all of them are ideographs: two planes, and more below.
    #expect((180_000...195_000).contains(counts[2]), "\(counts)")
    #expect(counts[0] > 2_000)
  }

  @Test("Truncated text fits, and fitting text is not truncated")
  func truncation() {
    #expect("Budget".truncated(toColumns: 6) == "Budget")
    #expect("Budget".truncated(toColumns: 5) == "Budg…")
    #expect("日本語".truncated(toColumns: 5) == "日本…")
    #expect("日本語".truncated(toColumns: 4) == "日…")
    #expect("日本語".truncated(toColumns: 6) == "日本語")
    #expect("x".truncated(toColumns: 0) == "")
    #expect("xy".truncated(toColumns: 1, ellipsis: "~") == "~")
  }
}
