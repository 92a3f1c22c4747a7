import ComposableArchitecture
public import TerminalUI

extension PlaybackFeature {
  /// Words that are looked for in the text.
  public struct Find: Equatable, Sendable {
    public var field: TextFieldState
    public var isTyping = true
    /// Where they are, in the text's UTF-8.
    public var matches: [Range<Int>] = []
    /// The match that the person is at.
    public var current: Int?

    /// - Parameter text: What to begin with.
    public init(text: String) {
      field = TextFieldState(text)
    }
  }
}

extension PlaybackFeature.State {
  mutating func look(for field: TextFieldState) {
    guard let find
    else { return }
    self.find?.field = field
    if field.text != find.field.text || find.matches.isEmpty { lookAgain() }
    goToMatch()
  }

  /// Finds where the words are in the text as it is now, and which of these places comes next.
  mutating func lookAgain() {
    guard let text = find?.field.text, var loaded = transcript.loaded
    else { return }
    let isFirst = loaded.folded == nil
    let matches = loaded.matches(of: text)
    // The folded text stays with it.
    if isFirst { transcript = .loaded(loaded) }
    let place = focusedWord.map { loaded.ranges[$0].lowerBound } ?? 0
    find?.matches = matches
    find?.current =
      matches.isEmpty ? nil : matches.firstIndex { $0.lowerBound >= place } ?? 0
  }

  mutating func chooseMatch(by distance: Int) {
    guard let find, let current = find.current
    else { return }
    let count = find.matches.count
    self.find?.current = ((current + distance) % count + count) % count
    goToMatch()
  }

  /// Whether a match can be gone to that is not where the person is already.
  var hasOtherMatch: Bool {
    guard let find, let current = find.current
    else { return false }
    return find.matches.count > 1 || scroll != nil
      || chosenWordIndex != transcript.loaded?.word(at: find.matches[current].lowerBound)
  }

  private mutating func goToMatch() {
    guard let find, let current = find.current
    else { return }
    scroll = nil
    chosenWordIndex = transcript.loaded?.word(at: find.matches[current].lowerBound)
  }
}
