import SharedModels

struct SpokenToken: Equatable {
  var text: String
  let key: String

  init(_ text: String) {
    self.text = text
    key = Self.key(text)
  }

  static func key(_ text: String) -> String {
    text.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  static func all(in text: String) -> [SpokenToken] {
    text.split(whereSeparator: \.isWhitespace).flatMap { chunk -> [SpokenToken] in
      var pieces: [String] = []
      var isOpen = false
      for character in chunk {
        let isUnspaced = character.isWrittenWithoutSpaces
        let isPunctuation = !character.isLetter && !character.isNumber
        if !pieces.isEmpty, isOpen && !isUnspaced || isPunctuation {
          pieces[pieces.count - 1].append(character)
        } else {
          pieces.append(String(character))
        }
        isOpen = !isUnspaced
      }
      return pieces.map { SpokenToken($0) }
    }
  }
}
