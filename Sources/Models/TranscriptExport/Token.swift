import SharedModels

struct Token: Equatable {
  let text: String
  let start: Duration
  let end: Duration
  var separator: Separator
  var speaker: Speaker.ID?
  /// Stored, because it is read many times.
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

  enum Separator: Equatable {
    case nothing, space, lineBreak
  }

  var endsSentence: Bool { text.lastMeaningful.map { ".?!…。？！؟۔।".contains($0) } ?? false }
  var endsClause: Bool { text.lastMeaningful.map { ",;:—–、，；：،؛".contains($0) } ?? false }
}

extension Collection<Token> {
  var width: Int {
    reduce(0) { $0 + $1.width + ($1.separator == .nothing ? 0 : 1) }
      - (first.map { $0.separator == .nothing ? 0 : 1 } ?? 0)
  }

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
  fileprivate var lastMeaningful: Character? { last { !"\"'”’»)]」』）".contains($0) } }
}
