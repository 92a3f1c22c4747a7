import ComposableArchitecture
public import TerminalUI

extension PlaybackFeature {
  public struct Find: Equatable, Sendable {
    public var field: TextFieldState
    public var isTyping = true
    /// UTF-8 ranges in the text.
    public var matches: [Range<Int>] = []
    public var current: Int?

    public init(text: String) {
      field = TextFieldState(text)
    }
  }
}

extension PlaybackFeature.State {
  mutating func updateFind(for field: TextFieldState) {
    guard let find
    else { return }
    self.find?.field = field
    if field.text != find.field.text || find.matches.isEmpty { refreshMatches() }
    goToMatch()
  }

  mutating func refreshMatches() {
    guard let text = find?.field.text, var loaded = transcript.loaded
    else { return }
    let isFirst = loaded.folded == nil
    let matches = loaded.matches(of: text)
    // Keeps the folded text for the next search.
    if isFirst { transcript = .loaded(loaded) }
    let place = focusedWord.map { loaded.ranges[$0].lowerBound } ?? 0
    find?.matches = matches
    find?.current =
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
