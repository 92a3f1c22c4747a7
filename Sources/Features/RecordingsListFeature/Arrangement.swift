import Foundation
public import IdentifiedCollections
public import SharedModels
public import Tagged

/// Which memos of the library a list shows, and in which order.
public struct Arrangement: Equatable, Sendable {
  public enum Order: String, CaseIterable, Codable, Sendable {
    case newest, oldest, title, longest

    /// The next order; after the last one the first.
    var next: Self {
      let all = Self.allCases
      return all.firstIndex(of: self).map { all[($0 + 1) % all.count] } ?? .newest
    }
  }

  public var order: Order
  public var favoritesOnly: Bool
  /// Words that must all occur in a memo's title or tags, in any case, accents aside. A word that
  /// begins with `#` is the beginning of a tag, and one in quotes after it the whole tag:
  /// `#"to do"`.
  public var filter: String

  public init(order: Order = .newest, favoritesOnly: Bool = false, filter: String = "") {
    self.order = order
    self.favoritesOnly = favoritesOnly
    self.filter = filter
  }

  /// Whether some memos may be hidden.
  public var isFiltering: Bool { favoritesOnly || filter.contains { !$0.isWhitespace } }

  /// The ids of the memos to show.
  ///
  /// - Parameter recordings: The library's memos, newest first.
  public func rows(of recordings: IdentifiedArrayOf<Recording>) -> [Recording.ID] {
    let words = Self.words(of: filter)
    if order == .newest, !favoritesOnly, words.isEmpty { return Array(recordings.ids) }
    // Places, not memos: a hundred thousand of these take time and room to copy.
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
      found = found.map { (place: $0, duration: memos[$0].duration) }
        .sorted { ($1.duration, $0.place) < ($0.duration, $1.place) }.map(\.place)
    case .title:
      found = found.map { SortedTitle(memos[$0].title, at: $0) }
        .sorted { $0.isBefore($1) { memos[$0].title } }.map(\.place)
    }
    return found.map { memos[$0].id }
  }

  /// Whether two lists of memos make the same rows in any arrangement, with the same texts. Most
  /// changes are of this kind: each sentence that is transcribed changes how much of its memo is done,
  /// and no more.
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

  /// The words of a filter: blanks are between them, but not in quotes.
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

  /// What a word and a text are compared by: without case and accents.
  static func plain(_ text: String) -> String {
    // Folding is slow, and most titles do not need it.
    text.utf8.allSatisfy { $0 < 0x80 }
      ? text.lowercased()
      : text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }
}
