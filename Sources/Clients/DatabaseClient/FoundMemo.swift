package import SharedModels

package struct FoundMemo {
  private let recording: Recording
  private let excerpts: [Excerpt]
  private let placeCount: Int

  private static let reach = 6

  package init(_ recording: Recording, _ text: HighlightedText, placeLimit limit: Int?) {
    let groups = text.groups(reach: Self.reach)
    self.recording = recording
    excerpts = groups.prefix(limit ?? .max).map { text.excerpt(of: $0, reach: Self.reach) }
    placeCount = groups.count
  }

  package var firstMatches: [Int] { excerpts.map(\.firstMatch) }

  package func hit(at times: [Duration]) -> SearchHit {
    SearchHit(
      recording: recording,
      places: zip(excerpts, times).map { excerpt, time in
        SearchHit.Place(
          excerpt: excerpt.text, matches: excerpt.matches, time: time,
          wordIndex: excerpt.firstMatch)
      },
      placeCount: placeCount)
  }
}

extension SearchHit {
  private static let turnLength = 12

  package init?(_ recording: Recording, saidBy spoken: SpokenWords, placeLimit limit: Int?) {
    let turns = spoken.turns
    guard !turns.isEmpty
    else { return nil }
    let words = spoken.transcription.words.map { Substring($0.text) }
    self.init(
      recording: recording,
      places: turns.prefix(limit ?? .max).map { turn in
        let last = min(turn.words.upperBound, turn.words.lowerBound + Self.turnLength) - 1
        let excerpt = Excerpt(words: words, shown: turn.words.lowerBound...last, matches: [])
        return SearchHit.Place(
          excerpt: excerpt.text, matches: [], time: turn.start, wordIndex: turn.words.lowerBound)
      },
      placeCount: turns.count)
  }
}
