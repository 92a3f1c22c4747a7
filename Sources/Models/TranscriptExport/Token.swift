import SharedModels

/// A piece of text that stays on one line: a word, a character of a script without spaces, or
/// part of a word that is longer than a line.
struct Token: Equatable {
  var text: String
  var start: Duration
  var end: Duration
  var separator: Separator

  /// What stands between the token before and this one.
  enum Separator: Equatable {
    case nothing, space, lineBreak
  }

  var endsSentence: Bool { text.lastMeaningful.map { ".?!…。？！؟۔।".contains($0) } ?? false }
  var endsClause: Bool { text.lastMeaningful.map { ",;:—–、，；：،؛".contains($0) } ?? false }
}

extension Sequence<Token> {
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
  /// The last character that is no closing quotation mark or bracket.
  fileprivate var lastMeaningful: Character? { last { !"\"'”’»)]」』）".contains($0) } }

  /// Without the characters that have no place in text and that players stumble over.
  var withoutControls: String {
    unicodeScalars.contains { $0.properties.generalCategory == .control }
      ? String(
        String.UnicodeScalarView(
          unicodeScalars.filter { $0.properties.generalCategory != .control }))
      : self
  }
}
