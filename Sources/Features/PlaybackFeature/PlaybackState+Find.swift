import ComposableArchitecture
public import DatabaseClient
public import TerminalUI

extension PlaybackFeature {
  public struct Find: Equatable, Sendable {
    public var field: TextFieldState
    public var isTyping = true
    /// UTF-8 ranges in the text.
    public var matches: [Range<Int>] = []
    public var current: Int?
    /// The terms of the search that found the memo; `nil` if the text was typed here.
    let terms: [SearchTerm]?

    public init(text: String) {
      field = TextFieldState(text)
      terms = nil
    }

    public init?(_ query: SearchQuery) {
      guard let terms = try? query.terms(), !terms.isEmpty
      else { return nil }
      field = TextFieldState(terms.map(\.words).joined(separator: " "))
      isTyping = false
      self.terms = terms
    }
  }
}

extension PlaybackFeature.State {
  public mutating func show(_ search: PlaybackFeature.Find) {
    find = search
    selectedWordIndex = nil
    showSearch()
  }

  mutating func showSearch() {
    guard find?.terms != nil, !transcript.is(\.loading)
    else { return }
    refreshMatches()
    if find?.matches.isEmpty == true { find = nil }
    // Otherwise the position is a match.
    if currentTime == 0 { goToMatch() }
  }

  mutating func updateFind(for field: TextFieldState) {
    guard let find
    else { return }
    self.find?.field = field
    if field.text != find.field.text || find.matches.isEmpty { refreshMatches() }
    goToMatch()
  }

  mutating func refreshMatches() {
    guard let find, var loaded = transcript.loaded
    else { return }
    let isFirst = loaded.folded == nil
    let matches = find.terms.map { loaded.matches(of: $0) } ?? loaded.matches(of: find.field.text)
    // Keeps the folded text for the next search.
    if isFirst { transcript = .loaded(loaded) }
    let place = focusedWord.map { loaded.ranges[$0].lowerBound } ?? 0
    self.find?.matches = matches
    self.find?.current =
      matches.isEmpty ? nil : matches.firstIndex { $0.lowerBound >= place } ?? 0
  }

  mutating func selectMatch(by distance: Int) {
    guard let find, let current = find.current
    else { return }
    let count = find.matches.count
    self.find?.current = ((current + distance) % count + count) % count
    goToMatch()
  }

  var hasOtherMatch: Bool {
    guard let find, let current = find.current
    else { return false }
    return find.matches.count > 1 || scroll != nil
      || selectedWordIndex != transcript.loaded?.word(at: find.matches[current].lowerBound)
  }

  private mutating func goToMatch() {
    guard let find, let current = find.current
    else { return }
    scroll = nil
    selectedWordIndex = transcript.loaded?.word(at: find.matches[current].lowerBound)
  }
}
