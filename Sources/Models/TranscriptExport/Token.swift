import SharedModels

/// A piece of text that stays on one line: a word, a character of a script without spaces, or
/// part of a word that is longer than a line.
struct Token: Equatable {
  let text: String
  let start: Duration
  let end: Duration
  var separator: Separator
  /// Who says it; `nil` where speakers were not told apart, or nobody knows.
  var speaker: Speaker.ID?
  /// The columns that the text takes, kept because it is asked for again and again.
  let width: Int

  init(
    text: String, start: Duration, end: Duration, separator: Separator, speaker: Speaker.ID? = nil
  ) {
    self.text = text
    self.start = start
    self.end = end
    self.separator = separator
    self.speaker = speaker
    width = text.displayWidth
  }

  /// What stands between the token before and this one.
  enum Separator: Equatable {
    case nothing, space, lineBreak
  }

  var endsSentence: Bool { text.lastMeaningful.map { ".?!…。？！؟۔।".contains($0) } ?? false }
  var endsClause: Bool { text.lastMeaningful.map { ",;:—–、，；：،؛".contains($0) } ?? false }
}

extension Collection<Token> {
  /// The columns that the tokens take on one line.
  var width: Int {
    reduce(0) { $0 + $1.width + ($1.separator == .nothing ? 0 : 1) }
      - (first.map { $0.separator == .nothing ? 0 : 1 } ?? 0)
  }

  /// The tokens as one line of text.
  var text: String {
    var text = ""
    for token in self {
      if token.separator != .nothing, !text.isEmpty { text.append(" ") }
      text.append(token.text)
    }
    return text
  }
}

extension String {
  /// The last character that is not a closing quotation mark or bracket.
  fileprivate var lastMeaningful: Character? { last { !"\"'”’»)]」』）".contains($0) } }
}
