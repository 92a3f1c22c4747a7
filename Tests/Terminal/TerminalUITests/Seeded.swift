/// Random numbers that are the same in each run.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) {
    state = seed &* 0x9e37_79b9_7f4a_7c15 &+ 1
  }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

/// Pieces of text that terminals find hard, and some that they do not.
let pieces = [
  "a", "b", "word", " ", "  ", "the quick", "é", "e\u{301}", "ß", "中", "文字", "한국", "ｗ", "👍", "👍🏽",
  "👨‍👩‍👧", "🇩🇪", "❤️", "☃", "─", "\u{200b}", "\u{301}", "-", "नमस्ते", "\u{202e}", "०", "\t", "\u{1b}[2J",
]

extension Seeded {
  mutating func text(pieces count: Int) -> String {
    (0..<count).map { _ in pieces.randomElement(using: &self) ?? "" }.joined()
  }
}
