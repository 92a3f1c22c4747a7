import Foundation
public import IdentifiedCollections
public import SharedModels
public import Tagged

public struct Arrangement: Equatable, Sendable {
  public enum Order: String, CaseIterable, Codable, Sendable {
    case newest, oldest, title, longest
  }

  public var order: Order
  public var favoritesOnly: Bool
  /// Words that all occur in the title or tags. `#work` begins a tag, `#"to do"` is a whole one.
  public var filter: String

  public init(order: Order = .newest, favoritesOnly: Bool = false, filter: String = "") {
    self.order = order
    self.favoritesOnly = favoritesOnly
    self.filter = filter
  }

  public var isFiltering: Bool { favoritesOnly || filter.contains { !$0.isWhitespace } }

  /// `recordings` must be sorted newest first.
  public func rows(of recordings: IdentifiedArrayOf<Recording>) -> [Recording.ID] {
    let words = Self.words(of: filter)
    if order == .newest, !favoritesOnly, words.isEmpty { return Array(recordings.ids) }
    // Sorts indices, because copying a hundred thousand memos takes time and memory.
    let memos = recordings.elements
    var found = Array(memos.indices)
    if favoritesOnly { found.removeAll { !memos[$0].isFavorite } }
    if !words.isEmpty {
      let words = words.map(FilterWord.init)
      found.removeAll { place in !words.allSatisfy { $0.matches(memos[place]) } }
    }
    switch order {
    case .newest: break
    case .oldest: found.reverse()
    case .longest:
      found = found.map { (index: $0, duration: memos[$0].duration) }
        .sorted { ($1.duration, $0.index) < ($0.duration, $1.index) }.map(\.index)
    case .title:
      found = found.map { SortedTitle(memos[$0].title, at: $0) }
        .sorted { $0.isBefore($1) { memos[$0].title } }.map(\.index)
    }
    return found.map { memos[$0].id }
  }

  /// Returns `true` for equal rows in any arrangement, as after each transcribed segment.
  public static func hasSameRows(
    _ recordings: IdentifiedArrayOf<Recording>, _ others: IdentifiedArrayOf<Recording>
  ) -> Bool {
    recordings.count == others.count
      && zip(recordings, others).allSatisfy {
        $0.id == $1.id && $0.title == $1.title && $0.tags == $1.tags
          && $0.isFavorite == $1.isFavorite && $0.duration == $1.duration
          && ($0.transcription == .done) == ($1.transcription == .done)
      }
  }

  private static func words(of filter: String) -> [String] {
    var words: [String] = []
    var word = ""
    var isQuoted = false
    for character in filter {
      if character.isWhitespace, !isQuoted {
        words.append(word)
        word = ""
        continue
      }
      if character == "\"", word.hasPrefix("#") { isQuoted = word == "#" }
      word.append(character)
    }
    return (words + [word]).filter { !$0.isEmpty }
  }

  static func folded(_ text: String) -> String {
    // Folding is slow, and most titles don't need it.
    text.utf8.allSatisfy { $0 < 0x80 }
      ? text.lowercased()
      : text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }
}
