import SharedModels

/// A word without case and punctuation, or one character of a script without spaces.
struct QuoteToken: Equatable {
  /// A negation or a number, which a quote must not lose.
  let isCritical: Bool
  let isUnspaced: Bool
  let key: String

  static func all(in text: String) -> [QuoteToken] {
    text.split(whereSeparator: \.isWhitespace).flatMap { tokens(in: Array($0)) }
  }

  private static func tokens(in characters: [Character]) -> [QuoteToken] {
    var tokens: [QuoteToken] = []
    var word = OpenWord()
    func end() {
      if let token = word.token { tokens.append(token) }
      word = OpenWord()
    }
    for (index, character) in characters.enumerated() {
      let next = index + 1 < characters.count ? characters[index + 1] : nil
      if character.isWrittenWithoutSpaces {
        end()
        if character.isLetter || character.isNumber {
          tokens.append(
            QuoteToken(isCritical: character.isNumber, isUnspaced: true, key: String(character)))
        }
      } else if character.isLetter || character.isNumber {
        word.text.append(character)
      } else if "'’ʼ`".contains(character), !word.text.isEmpty {
        word.apostrophe = word.text.count
      } else if ".,".contains(character), word.text.last?.isNumber == true, next?.isNumber == true {
        // A thousands separator means nothing; a decimal one does.
        let digits = characters[(index + 1)...].prefix(while: \.isNumber)
        if digits.count != 3 { word.text.append(".") }
      } else {
        end()
        if "-−".contains(character), index == 0, next?.isNumber == true { word.text = "-" }
      }
    }
    end()
    return tokens
  }

  private struct OpenWord {
    /// The position of an apostrophe, which the text leaves out.
    var apostrophe: Int?
    var text = ""

    var token: QuoteToken? {
      guard !text.isEmpty
      else { return nil }
      let key = text.caseFolded
      let isContraction =
        apostrophe.map {
          $0 == key.count - 1 && key.hasSuffix("nt") || $0 == 1 && key.hasPrefix("n")
        }
        ?? false
      return QuoteToken(
        isCritical: isContraction || text.contains(where: \.isNumber)
          || CriticalWords.contains(key),
        isUnspaced: false, key: key)
    }
  }
}
